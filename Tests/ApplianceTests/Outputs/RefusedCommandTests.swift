import ListeningSupport
import Testing

@testable import Appliance

/// Commands that are understood, and that the rules of their outputs refuse.
@Suite struct RefusedCommandTests {
    /// A box that hears "pump on for two hours", and then `answers`, if it asks.
    private func run(
        outputs: String = "pump: { line: GPIO23, max_on: 30m }, valve: { line: GPIO24 }",
        steps: String, confirm: String = "none", answers: [ScriptedSearch.Line] = [],
        speechAt noises: [Range<Double>] = []
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17, ready: GPIO6 }
            outputs: { \(outputs) }
            commands: { pump: { say: "pump on for <duration>", do: [\(steps)], confirm: \(confirm) } }
            """,
            commands: [.words("pump on for two hours")], answers: answers, speechAt: [1.0..<2.6] + noises,
            length: 14)
    }

    private func flashes(_ outcome: RunResult) -> Set<String> {
        let flashes: [String] = outcome.events.compactMap { event in
            if case .led("ready", _, let pattern) = event.kind, ["accepted", "rejected"].contains(pattern) {
                pattern
            } else {
                nil
            }
        }
        return Set(flashes)
    }

    @Test("One whose outputs all refuse is shown as refused, and one that moves something as accepted")
    func shown() throws {
        let pump = "{ output: pump, on_for: <duration> }"
        let refused = try run(steps: pump)
        #expect(refused.moves.isEmpty)
        #expect(flashes(refused) == ["rejected"])
        let done = try run(steps: "{ output: valve, set: on }, " + pump)
        #expect(done.moves == ["valve on"])
        #expect(flashes(done) == ["accepted"])
    }

    @Test("Nobody is asked about what would be refused after a yes")
    func notAsked() throws {
        let outcome = try run(steps: "{ output: pump, on_for: <duration> }", confirm: "voice")
        #expect(outcome.outcomes.isEmpty && outcome.moves.isEmpty)
        #expect(flashes(outcome) == ["rejected"])
        #expect(outcome.states.last == .listening)
    }

    @Test("A yes that the outputs refuse is shown as a refusal")
    func refusedAfterYes() throws {
        let outcome = try run(
            outputs: "pump: { line: GPIO23, cooldown: 1h }", steps: "{ output: pump, on_for: <duration> }",
            confirm: "voice", answers: [.words("yes please")], speechAt: [6.0..<6.6])
        #expect(outcome.outcomes == [.asked, .yes] && outcome.moves.isEmpty)
        #expect(flashes(outcome) == ["rejected"])
    }
}
