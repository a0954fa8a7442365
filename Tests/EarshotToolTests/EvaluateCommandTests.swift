import Foundation
import Testing

@Suite struct EvaluateCommandTests {
    @Test("Wake phrases are scored: heard, missed, and false alarms an hour")
    func wake() throws {
        let configuration = try Tool.temporaryFile(
            """
            wake: [ go forward, ten of clubs ]
            commands: { go: { say: "ten meters" } }
            """, name: "wake.yaml")
        let manifest = try Tool.temporaryFile(
            """
            {"audio": "\(Tool.recordings)goforward.raw", "wake": "go forward"}
            {"audio": "\(Tool.recordings)something.raw", "wake": "go forward"}
            {"audio": "\(Tool.recordings)goforward.raw", "wake": "ten of clubs"}
            {"audio": "\(Tool.recordings)goforward.raw", "wake": "hey computer"}
            """, name: "manifest.jsonl")
        let arguments = ["evaluate", manifest, "--config", configuration, "--workers", "1"]
        let outcome = try Tool.run(arguments + ["--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let events = try outcome.events()
        #expect((events[0]["wakes"] as? [[String: Any]])?.first?["phrase"] as? String == "go forward")
        #expect(events[1]["verdict"] as? String == "rejected")
        let wake = try #require(events.last?["wake"] as? [String: Any])
        #expect(wake["said"] as? Int == 3)
        #expect(wake["missed"] as? Int == 2)
        #expect(wake["false_alarms"] as? Int == 2, "in the third and in the fourth")
        let text = try Tool.run(arguments).output
        #expect(text.contains("wake phrase missed    1 of 2: 50 % (95 %: "), "\(text)")
        #expect(text.contains("false alarms          2 in "))
    }

    @Test("Without a wake phrase in the configuration, recordings of one are other speech")
    func otherSpeech() throws {
        let manifest = try Tool.temporaryFile(
            "{\"audio\": \"\(Tool.recordings)something.raw\", \"wake\": \"computer\"}",
            name: "manifest.jsonl")
        let outcome = try Tool.run([
            "evaluate", manifest, "--config", "models/examples/rover.yaml", "--json",
        ])
        let summary = try #require(outcome.events().last)
        #expect(summary["right"] as? Int == 1)
        #expect(summary["wake"] == nil)
    }
}
