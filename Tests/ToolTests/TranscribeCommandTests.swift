import Foundation
import TestSupport
import Testing

@Suite struct TranscribeCommandTests {
    @Test(
        "With a configuration, files become its commands' words; a file that cannot be read does not stop the others"
    )
    func commands() throws {
        let outcome = try Tool.run([
            "transcribe", "--config", "models/examples/rover.yaml", "--json",
            Tool.recordings + "goforward.raw",
            "/nowhere.wav", Tool.recordings + "cards/003.wav",
        ])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("'/nowhere.wav': no such file"))
        let files = try outcome.events()
        #expect(files.map { $0["text"] as? String } == ["go forward ten meters", nil, "seven of clubs"])
        #expect(files[1]["error"] != nil)
        let utterance = try #require((files[0]["utterances"] as? [[String: Any]])?.first)
        #expect(utterance["command"] as? String == "go-forward")
    }

    @Test("Without one, free text comes from the language model, with word times")
    func dictation() throws {
        let outcome = try Tool.run(["transcribe", "--json", Tool.recordings + "goforward.raw"])
        #expect(outcome.status == 0)
        let file = try #require(outcome.events().first)
        #expect(file["text"] as? String == "go forward ten meters")
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        let segments = try #require(utterance["segments"] as? [[String: Any]])
        #expect(segments.map { $0["text"] as? String } == ["go", "forward", "ten", "meters"])
    }

    @Test("As many other readings as are asked for, and more than there ever are is a mistake")
    func alternatives() throws {
        let words = ["transcribe", "--json", Tool.recordings + "goforward.raw", "--alternatives"]
        let file = try #require(Tool.run(words + ["4"]).events().first)
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        #expect((utterance["alternatives"] as? [String])?.count == 4)
        let outcome = try Tool.run(words + ["5"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--alternatives goes to 4"))
    }

    @Test("Standard input is a file like any other")
    func standardInput() throws {
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        let outcome = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: sound)
        #expect(outcome.output == "go forward ten meters\n")
    }

    @Test("Standard input without a sound is a failure, not a text without words")
    func noInput() throws {
        for input in [Data(), Data(count: 1)] {
            let outcome = try Tool.run(
                ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: input)
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("standard input: there was no sound"), "\(outcome.errors)")
        }
        let silence = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: Data(count: 32_000))
        #expect(silence.status == 0, "silence is sound: \(silence.errors)")
    }

    @Test("Of a command that is cut off there are the words up to there, and no command")
    func commandCutOff() throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/005.wav"))
        // In the midst of "eight of spades": the last words are not whole.
        let part = folder.write(whole.prefix(24_000), to: "part.wav")
        let outcome = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "--json", part])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is cut short"))
        let file = try #require(outcome.events().first)
        #expect((file["text"] as? String)?.hasPrefix("eight ") == true)
        #expect((file["error"] as? String)?.contains("is cut short") == true)
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.last)
        #expect(utterance["command"] == nil)
    }

    @Test("A file that is cut short gives the words up to there and what is wrong; others are still done")
    func cutShort() throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/005.wav"))
        let half = folder.write(whole.prefix(whole.count / 2), to: "half.wav")
        let outcome = try Tool.run(["transcribe", "--json", half, Tool.recordings + "cards/003.wav"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is cut short"))
        let files = try outcome.events()
        #expect((files[0]["text"] as? String)?.hasPrefix("eight of spades") == true)
        #expect((files[0]["error"] as? String)?.contains("is cut short") == true)
        #expect(files[1]["text"] as? String == "seven of clubs")
        #expect(files[1]["error"] == nil)
    }
}
