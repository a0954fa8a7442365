import Foundation
import TestSupport
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

    /// "go forward ten meters", and the last two words of it.
    private static let whole = "\(Tool.recordings)goforward.raw"
    private static func end() throws -> String {
        let samples = try Data(contentsOf: URL(fileURLWithPath: whole)).dropFirst(2 * 18_400)
        return TemporaryFolder.ofProcess.write(samples, to: "\(UUID().uuidString).raw")
    }

    /// The whole recording once for each label.
    private static func manifest(_ labels: [String]) throws -> String {
        let lines = labels.map { "{\"audio\": \"\(whole)\", \($0)}" }
        return try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
    }

    private static let rover = ["--config", "models/examples/rover.yaml"]

    private static func evaluate(_ lines: [String]) throws -> [[String: Any]] {
        let configuration = try Tool.temporaryFile(
            """
            wake: go forward
            commands: { go: { say: "ten meters" }, stop: { say: "halt at once" } }
            """, name: "wake.yaml")
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(
            ["evaluate", manifest, "--config", configuration, "--workers", "1", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.events()
    }

    @Test("A command in one breath with its wake phrase is done once the phrase was heard, and not before")
    func oneBreath() throws {
        let end = try Self.end()
        let events = try Self.evaluate([
            "{\"audio\": \"\(Self.whole)\", \"wake\": \"go forward\", \"command\": \"go\"}",
            "{\"audio\": \"\(Self.whole)\", \"wake\": \"Go Forward\", \"command\": \"stop\"}",
            "{\"audio\": \"\(end)\", \"wake\": \"go forward\", \"command\": \"go\"}",
        ])
        #expect(events.dropLast().map { $0["verdict"] as? String } == ["right", "wrong", "rejected"])
        let summary = try #require(events.last)
        let wake = try #require(summary["wake"] as? [String: Any])
        #expect(wake["said"] as? Int == 3)
        #expect(wake["missed"] as? Int == 1)
        #expect(
            summary["aligned_responses"] as? Int == 1, "the phrase's words are aligned with the command's")
    }

    @Test("A command that is labelled without a wake phrase is played as if one had just been heard")
    func commandAlone() throws {
        let end = try Self.end()
        let events = try Self.evaluate(["{\"audio\": \"\(end)\", \"command\": \"go\"}"])
        #expect(events.first?["verdict"] as? String == "right")
    }

    @Test("What is labelled as no command needs a wake phrase like all else")
    func otherSoundNeedsPhrase() throws {
        let end = try Self.end()
        let labels = [
            "\"command\": null", "\"text\": \"ten meters\"", "\"wake\": \"go forward\", \"command\": null",
        ]
        let events = try Self.evaluate(
            labels.map { "{\"audio\": \"\(end)\", \($0)}" }
                + labels.map { "{\"audio\": \"\(Self.whole)\", \($0)}" })
        let falseAccepts = Array(repeating: "false-accept", count: 3)
        #expect(
            events.dropLast().map { $0["verdict"] as? String } == ["right", "right", "rejected"]
                + falseAccepts
        )
        #expect(events.last?["wer"] as? Double == 0, "what nobody was to write down has no errors")
    }

    @Test("Text that says a command stands for it, and from other text nothing must come")
    func textOfCommand() throws {
        let texts = ["Go forward ten meters.", "go backward ten meters", "the weather tomorrow"]
        let manifest = try Self.manifest(texts.map { "\"text\": \"\($0)\"" })
        let outcome = try Tool.run(["evaluate", manifest, "--json"] + Self.rover)
        let events = try outcome.events()
        #expect(events.dropLast().map { $0["verdict"] as? String } == ["right", "wrong", "false-accept"])
        #expect(
            events.last?["wer"] as? Double == 0.125, "one word of two commands; nobody wrote the weather down"
        )
    }

    @Test("Text with a wake phrase before a command stands for both")
    func textOfBoth() throws {
        let events = try Self.evaluate(["{\"audio\": \"\(Self.whole)\", \"text\": \"go forward ten meters\"}"]
        )
        #expect(events.first?["verdict"] as? String == "right")
        #expect((events.last?["wake"] as? [String: Any])?["said"] as? Int == 1)
    }

    @Test("What is to be written down is right when every word is")
    func dictation() throws {
        let texts = ["Go forward ten meters.", "go forward two meters"]
        let manifest = try Self.manifest(texts.map { "\"text\": \"\($0)\"" })
        let configuration = try Tool.temporaryFile("recognize: dictation", name: "dictation.yaml")
        let outcome = try Tool.run(["evaluate", manifest, "--config", configuration, "--json"])
        let events = try outcome.events()
        #expect(events.dropLast().map { $0["verdict"] as? String } == ["right", "wrong"])
        #expect(events.last?["wer"] as? Double == 0.125)
    }

    @Test("What is to be written down is, as if a wake phrase had just been heard")
    func dictationAlone() throws {
        let configuration = try Tool.temporaryFile(
            "wake: okay workshop\nrecognize: dictation", name: "dictation.yaml")
        let manifest = try Self.manifest(["\"text\": \"go forward ten meters\""])
        let outcome = try Tool.run(["evaluate", manifest, "--config", configuration, "--json"])
        #expect(try outcome.events().first?["texts"] as? [String] == ["go forward ten meters"])
    }

    @Test("A label that no recording can come to is an error, at its line and before anything is played")
    func misspelt() throws {
        let manifest = try Self.manifest([
            "\"command\": \"go-forward\", \"slots\": {\"distance\": \"ten\"}", "\"command\": \"go-forwrd\"",
        ])
        for command in ["evaluate", "tune"] {
            let outcome = try Tool.run([command, manifest, "--json"] + Self.rover)
            #expect(outcome.status == 69)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.errors.contains(
                    "\(manifest):2: the configuration has no command 'go-forwrd'; did you mean 'go-forward'?"),
                "\(outcome.errors)")
        }
    }

    @Test("Recordings that are not there, and ones that are cut short, are named with their lines")
    func unusable() throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(Tool.recordings)cards/003.wav"))
        folder.write(whole.prefix(whole.count / 2), to: "half.wav")
        folder.write("this is no sound", to: "letter.wav")
        for (name, hint) in [
            ("gone.wav", "no such file"), ("letter.wav", "not a recording"), ("half.wav", "is cut short"),
            ("", "folder"),
        ] {
            let lines = [Self.whole, name].map { "{\"audio\": \"\($0)\", \"command\": null}" }
            let manifest = folder.write(lines.joined(separator: "\n\n"), to: "manifest.jsonl")
            let outcome = try Tool.run(["evaluate", manifest, "--json"] + Self.rover)
            #expect(outcome.status == 69)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("\(manifest):3: "), "\(outcome.errors)")
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }

    @Test("Noise that cannot be mixed in is an error, and so is a ratio to none")
    func noise() throws {
        let manifest = try Self.manifest(["\"command\": null"])
        let silence = TemporaryFolder.ofProcess.write(Data(count: 32_000), to: "\(UUID().uuidString).raw")
        for (arguments, status, hint) in [
            (["--snr", "3"], Int32(64), "--snr needs --noise FILE"),
            (["--seed", "3"], 64, "--seed needs --noise FILE"),
            (["--noise", Self.whole, "--snr", "nan"], 64, "--snr wants decibels between -100 and 100"),
            (["--noise", Self.whole, "--snr", "-1e9"], 64, "--snr wants decibels between -100 and 100"),
            (["--noise", silence], 69, "'\(silence)' is silent"),
        ] {
            for command in ["evaluate", "tune"] {
                let outcome = try Tool.run([command, manifest] + Self.rover + arguments)
                #expect(outcome.status == status)
                #expect(outcome.errors.contains(hint), "\(outcome.errors)")
            }
        }
    }

    @Test("What went wrong is shown beside what was expected")
    func expected() throws {
        let manifest = try Self.manifest([
            "\"command\": \"go-forward\", \"slots\": {\"distance\": \"two\"}", "\"command\": null",
        ])
        let outcome = try Tool.run(["evaluate", manifest, "--workers", "1"] + Self.rover)
        let heard = "\"go forward ten meters\"; expected"
        #expect(outcome.output.contains("\(heard) go-forward (distance: two)\n"), "\(outcome.output)")
        #expect(outcome.output.contains("\(heard) no command\n"))
    }

    @Test("More workers than recordings, and a last one with nothing left to play, change nothing")
    func manyWorkers() throws {
        let manifest = try Self.manifest(Array(repeating: "\"command\": \"go-forward\"", count: 5))
        for workers in ["4", "8"] {
            let outcome = try Tool.run(["evaluate", manifest, "--json", "--workers", workers] + Self.rover)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.events().last?["right"] as? Int == 5)
        }
    }

    @Test("Without a wake phrase in the configuration, recordings of one are other speech")
    func otherSpeech() throws {
        let manifest = try Tool.temporaryFile(
            "{\"audio\": \"\(Tool.recordings)something.raw\", \"wake\": \"computer\"}",
            name: "manifest.jsonl")
        let outcome = try Tool.run(["evaluate", manifest, "--json"] + Self.rover)
        let summary = try #require(outcome.events().last)
        #expect(summary["right"] as? Int == 1)
        #expect(summary["wake"] == nil)
        #expect(
            outcome.errors.contains(
                "no wake phrase 'computer'; recordings of it are taken for other speech"))
    }
}
