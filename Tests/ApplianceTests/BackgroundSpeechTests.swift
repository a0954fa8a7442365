import Appliance
import Interpretation
import ListeningSupport
import Testing

@Suite("What goes on behind whoever gave a command")
struct BackgroundSpeechTests {
    /// Somebody says "lamp on" from 1.0 to 1.6 s, and a quieter voice from 3.0 to 3.6 s.
    private func heard(listen: String, script: String = "") throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            lights: { recording: GPIO17, status: GPIO24 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: GPIO22, fan: GPIO23 }
            commands:
              lamp: { say: lamp on, do: { output: lamp, toggle: on } }
              fan: { say: fan on, do: { output: fan, toggle: on } }
            """,
            commands: [.words("lamp on"), .words("fan on")], speechAt: [1.0..<1.6], radioAt: [3.0..<3.6],
            script: script)
    }

    @Test("A radio that follows a command with another one moves nothing, and is told of")
    func radio() throws {
        let outcome = try heard(listen: "always")
        #expect(outcome.moves == ["lamp on"])
        let rejections = outcome.events.compactMap { event -> Rejection? in
            if case .rejected(let rejection) = event.kind { rejection } else { nil }
        }
        #expect(rejections.map(\.reason) == [.background])
        #expect(rejections.map(\.nearest) == ["fan"])
    }

    @Test("Nobody is told no who did not speak")
    func silence() throws {
        let outcome = try heard(listen: "always")
        let flashes = outcome.events.filter { event in
            if case .led("status", _, "rejected") = event.kind { event.time > .seconds(3) } else { false }
        }
        #expect(flashes.isEmpty)
    }

    @Test(
        "Whoever presses a button is meant, however quiet, also where speech had begun the utterance",
        arguments: ["2.9", "3.2"])
    func button(press: String) throws {
        for listen in ["always", "button"] {
            let outcome = try heard(
                listen: listen,
                script: "0.9 press talk\n1.7 release talk\n\(press) press talk\n3.7 release talk\n")
            #expect(outcome.moves == ["lamp on", "fan on"], "\(listen)")
        }
    }
}
