import Foundation
import Platform
import Testing

@Suite struct WakeTests {
    @Test("A wake phrase and a command in one breath are both understood, and nothing of the command is lost")
    func oneBreath() throws {
        let configuration = try Tool.temporaryFile(
            """
            listen: wake
            wake: "go forward"
            lights: { recording: GPIO17 }
            outputs: { motor: { line: GPIO22 } }
            commands:
              go: { say: "<distance> meters", do: { output: motor, set: on } }
            rules: { distance: "one | two | three | ten" }
            """, name: "wake.yaml")
        let outcome = try Tool.run([
            "run", "--config", configuration, "--input", Tool.recordings + "goforward.raw", "--board",
            "simulated",
            "--json", "--fast",
        ])
        let events = try outcome.events()
        let names = events.compactMap { $0["event"] as? String }
        let wake = try #require(names.firstIndex(of: "wake"))
        let light = try #require(names.firstIndex(of: "led"))
        #expect(wake < light, "nothing is kept before the wake phrase")
        let command = try #require(events.first { $0["event"] as? String == "command" })
        #expect(command["text"] as? String == "ten meters")
    }

    @Test("The wake phrase said again starts over, so a false alarm does not cost the command that follows")
    func saidAgain() throws {
        let configuration = try Tool.temporaryFile(
            """
            wake: "go forward"
            commands: { go: { say: "ten meters" } }
            """, name: "wake.yaml")
        // "go forward", a pause longer than the refractory time, "go forward ten meters".
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        var random = SeededGenerator(seed: 1)
        let pause = Data(
            (0..<40_000).map { $0.isMultiple(of: 2) ? UInt8.random(in: 0..<20, using: &random) : 0 })
        let recording = sound.prefix(2 * 18_400) + pause + sound
        let path = try Tool.temporaryFile("", name: "again.raw")
        try Data(recording).write(to: URL(fileURLWithPath: path))
        let outcome = try Tool.run([
            "run", "--config", configuration, "--input", path, "--board", "simulated", "--json", "--fast",
        ])
        let events = try outcome.events()
        #expect(events.count { $0["event"] as? String == "wake" } == 2)
        let commands = events.filter { $0["event"] as? String == "command" }
        #expect(commands.map { $0["text"] as? String } == ["ten meters"])
    }

    @Test("A service that could never be woken does not start")
    func deaf() throws {
        let configuration = try Tool.temporaryFile(
            "wake: 日本\ncommands: { go: { say: \"ten meters\" } }\n", name: "wake.yaml")
        let outcome = try Tool.run([
            "run", "--config", configuration, "--board", "simulated", "--fast", "--input",
            Tool.recordings + "goforward.raw",
        ])
        #expect(outcome.status == 69)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("no pronunciation for 日本: the wake phrase is not heard"))
    }

    @Test("Speech without the wake phrase wakes nothing")
    func otherSpeech() throws {
        let configuration = try Tool.temporaryFile(
            """
            listen: wake
            wake: "go forward"
            commands: { go: { say: "ten meters" } }
            """, name: "wake.yaml")
        let outcome = try Tool.run([
            "run", "--config", configuration, "--input",
            Tool.recordings + "librivox/sense_and_sensibility_01_austen_64kb-0870.wav", "--board",
            "simulated",
            "--json", "--fast",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let events = try outcome.events()
        #expect(events.allSatisfy { $0["event"] as? String != "wake" })
        let end = try #require(events.last)
        #expect(end["event"] as? String == "end")
        #expect((end["audio"] as? Double ?? 0) > 7, "all of it was heard")
    }
}
