import Foundation
import Testing

@Suite struct ListenCommandTests {
    /// "go forward ten meters", and 2 s later the same 18 dB lower: somebody behind whoever gave the command.
    private func echo() throws -> Data {
        let said = try Data(contentsOf: URL(filePath: Tool.recordings + "goforward.raw"))
        let samples = said.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let sound =
            samples + Array(repeating: 0, count: 16_000) + samples.map { $0 / 8 }
            + Array(repeating: 0, count: 16_000)
        return sound.withUnsafeBytes { Data($0) }
    }

    @Test("It judges as a run does: what is much quieter than the command before it is not done")
    func background() throws {
        let configuration = "models/examples/rover.yaml"
        let sound = try echo()
        let input = ["--config", configuration, "--fast", "--input", "-"]
        let events = try Tool.run(["run", "--board", "simulated", "--json"] + input, input: sound).events()
        #expect(events.count { $0["event"] as? String == "command" } == 1)
        let refusals = events.compactMap {
            $0["event"] as? String == "rejected" ? $0["reason"] as? String : nil
        }
        #expect(refusals.last == "background")
        let listened = try Tool.run(["listen"] + input, input: sound)
        #expect(listened.output.components(separatedBy: "would be done").count == 2, "\(listened.output)")
        #expect(listened.output.contains("refused: much quieter than the command before it"))
    }

    private func listen(_ recording: String) throws -> Tool.Outcome {
        try Tool.run([
            "listen", "--config", "models/examples/rover.yaml", "--fast", "--input",
            Tool.recordings + recording,
        ])
    }

    @Test("A command is shown with its slots, what it would do, and how likely it is")
    func command() throws {
        let outcome = try listen("goforward.raw")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"go forward ten meters\""))
        #expect(outcome.output.contains("✓  would be done: go-forward  distance = ten"))
        #expect(outcome.output.contains("forward on for 2s"))
        let margins = try #require(outcome.output.split(separator: "\n").first { $0.contains("word_mean ") })
        for measure in ["word_mean", "length_spread", "phones", "phone_rate", "signal_to_noise"] {
            #expect(margins.contains(measure))
        }
        #expect(outcome.output.contains("probability 0."))
    }

    @Test("Nothing moves: no light, no output, whatever is said")
    func nothingMoves() throws {
        let outcome = try listen("goforward.raw")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("✓  would be done: go-forward"), "\(outcome.output)")
        #expect(!outcome.output.contains("forward on  ("))
        #expect(!outcome.output.contains("light on"))
    }

    @Test("Whatever a run refuses is shown, also where no command was whole")
    func everyRefusal() throws {
        let configuration = try Tool.temporaryFile(
            "commands: { go: { say: go forward ten meters along the garden wall } }\n", name: "go.yaml")
        let input = ["--config", configuration, "--fast", "--input", Tool.recordings + "goforward.raw"]
        let events = try Tool.run(["run", "--board", "simulated", "--json"] + input).events()
        let refusals = events.count { $0["event"] as? String == "rejected" }
        #expect(refusals > 0)
        let listened = try Tool.run(["listen"] + input).output
        let shown = listened.split(separator: "\n").count { $0.contains("refused") }
        #expect(shown == refusals, "\(listened)")
    }

    @Test("Other speech is shown with the command it nearly was and the margin that refused it")
    func refusal() throws {
        let outcome = try listen("something.raw")
        #expect(outcome.output.contains("✗  would be refused; nearest is dial"))
        #expect(outcome.output.contains(" (-"))
        #expect(outcome.output.contains("peak -6.85 dB"))
        #expect(!outcome.output.contains("would be done"))
    }

    @Test("A place that only sounded like the wake phrase is shown with the score that it lacks")
    func wakeNearMiss() throws {
        let configuration = try Tool.temporaryFile(
            """
            wake: { go forward: { acceptance: 20 } }
            commands: { go: { say: "ten meters" } }
            """, name: "wake.yaml")
        let outcome = try Tool.run([
            "listen", "--config", configuration, "--fast", "--input", Tool.recordings + "goforward.raw",
        ])
        #expect(outcome.output.contains("~  nearly go forward  (score "), "\(outcome.output)")
        #expect(outcome.output.contains(", 20 wakes)"))
        #expect(!outcome.output.contains("wake: go forward"))
    }

    @Test("What cannot be meant by 'earshot listen' is answered with what can")
    func mistakes() throws {
        #expect(try Tool.run(["listen"]).errors.contains("name a configuration file"))
        let hurried = try Tool.run(["listen", "--config", "models/examples/rover.yaml", "--fast"])
        #expect(hurried.status == 64)
    }
}
