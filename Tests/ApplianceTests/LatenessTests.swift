import Interpretation
import ListeningSupport
import Platform
import Testing

@testable import Appliance

/// A decoder that is slower than people are patient.
@Suite struct LatenessTests {
    /// Somebody says "lamp on" at 0.7 s; the decoder is asked every 10 ms or so.
    private func play(latency: Int) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: always
            limits: { endpointing: plain, pause: 200ms }
            outputs: { lamp: GPIO22 }
            commands: { lamp: { say: lamp on, do: { output: lamp, set: on } } }
            """, on: Microphone(length: 12), commands: [.words("lamp on")], latency: latency)
    }

    private func rejections(_ run: RunResult) -> [(reason: Rejection.Reason, at: Duration)] {
        run.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { (rejection.reason, event.time) } else { nil }
        }
    }

    @Test("A command that is understood at once is done without a word about time")
    func atOnce() throws {
        let run = try play(latency: 0)
        #expect(run.moves == ["lamp on"] && run.warnings.isEmpty)
    }

    @Test("One that takes some seconds is done, and told to be late")
    func slow() throws {
        let run = try play(latency: 300)
        #expect(run.moves == ["lamp on"])
        #expect(run.warnings.count == 1 && run.warnings[0].contains("understood late"), "\(run.warnings)")
        #expect(run.warnings.allSatisfy { $0.contains("let this machine do less besides") })
    }

    @Test("One that takes longer than five seconds moves nothing, is told, and the next is listened for")
    func tooSlow() throws {
        let run = try play(latency: 700)
        #expect(run.moves.isEmpty)
        let deciding = try #require(run.time(of: .deciding))
        let rejected = try #require(rejections(run).first)
        #expect(rejected.reason == .late)
        #expect(rejected.at - deciding >= .seconds(5) && rejections(run).count == 1)
        #expect(run.warnings.count == 1)
        let known = "what was said is not done, as it was understood too late; "
        #expect(run.warnings.first?.hasPrefix(known) == true, "by which the log counts it")
        #expect(run.states.last == .listening)
    }
}
