import Interpretation
import ListeningSupport
import Testing

@testable import Appliance

@Suite("A wake phrase that is said while something else goes on")
struct WakePhraseTests {
    /// Somebody says "okay workshop" from 1.0 to 1.6 s and at other times, and speaks besides.
    private func heard(
        _ lines: [ScriptedSearch.Line], answers: [ScriptedSearch.Line] = [],
        phraseAt phrases: [Range<Double>] = [2.8..<3.4], speechAt speech: [Range<Double>],
        recognize: String = "commands", confirm: String = "none", voice: String = ""
    ) throws -> RunResult {
        let commands = """
            outputs: { lamp: GPIO22, fan: GPIO23 }
            commands:
              lamp: { say: "lamp on [for ten minutes]", confirm: \(confirm), do: { output: lamp, set: on } }
              fan: { say: "fan on", do: { output: fan, set: on } }
            """
        return try ApplianceHarness.play(
            """
            listen: wake
            wake: okay workshop
            recognize: \(recognize)
            \(voice)
            lights: { recording: GPIO17 }
            \(recognize == "commands" ? commands : "")
            """,
            commands: lines, answers: answers,
            wake: ScriptedWake("okay workshop", at: [1.0..<1.6] + phrases), speechAt: speech, length: 10)
    }

    private func phrases(_ result: RunResult) -> Int {
        result.events.filter { if case .wake = $0.kind { true } else { false } }.count
    }

    private func refused(_ result: RunResult) -> [Rejection.Reason] {
        result.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
        }
    }

    @Test("Within the pause after a command it ends that, which is done, and begins the next")
    func afterCommand() throws {
        let result = try heard(
            [.words("lamp on"), .words("fan on")], speechAt: [1.0..<1.6, 1.8..<2.4, 2.8..<3.4, 3.6..<4.2])
        #expect(result.moves == ["lamp on", "fan on"])
        #expect(phrases(result) == 2)
        #expect(refused(result).isEmpty)
    }

    @Test("After a false alarm with nothing behind it, it is heard, and nothing is refused")
    func afterFalseAlarm() throws {
        let result = try heard([.words("fan on")], speechAt: [2.8..<3.4, 3.6..<4.2])
        #expect(result.moves == ["fan on"])
        #expect(phrases(result) == 2)
        #expect(refused(result).isEmpty)
    }

    @Test("Within free text it ends that, which is told, and begins the next")
    func withinText() throws {
        let result = try heard(
            [.words("buy milk"), .words("call ada")], speechAt: [1.0..<1.6, 1.8..<2.4, 2.8..<3.4, 3.6..<4.2],
            recognize: "dictation")
        #expect(result.transcripts.map(\.text) == ["buy milk", "call ada"])
    }

    @Test("While a spoken question waits it takes that back, and a command may follow")
    func instead() throws {
        let result = try heard(
            [.words("lamp on"), .words("fan on")], phraseAt: [5.0..<5.6],
            speechAt: [1.0..<1.6, 1.8..<2.4, 5.0..<5.6, 5.8..<6.4], confirm: "voice")
        #expect(result.outcomes == [.asked, .withdrawn])
        #expect(result.moves == ["fan on"])
        #expect(refused(result) == [.unconfirmed])
    }

    @Test("A command in one breath with it is not beeped at, and is heard from its beginning")
    func oneBreath() throws {
        let result = try heard(
            [.words("fan on")], phraseAt: [], speechAt: [1.0..<2.4], voice: "voice: { tones: on }")
        #expect(result.moves == ["fan on"])
        #expect(result.commands.frames.first?.lowerBound == 25_600)
    }
}
