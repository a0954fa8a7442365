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
        #expect(wake["false_alarms"] as? Int == 1, "in the fourth")
        #expect(wake["taken_for_another"] as? Int == 1, "the third")
        let text = try Tool.run(arguments).output
        #expect(text.contains("wake phrase missed    1 of 2: 50 % (95 %: "), "\(text)")
        #expect(text.contains("\n  taken for another   1 of 1: 100 % (95 %: "), "\(text)")
        #expect(text.contains("false alarms          1 in "))
    }

    @Test("What a word is taken to sound like is told once, however many recordings and workers there are")
    func guessedWord() throws {
        let configuration = try Tool.temporaryFile(
            "wake: hey chatterbox\ncommands: { go: { say: ten meters } }\n", name: "wake.yaml")
        let manifest = try Self.manifest(Array(repeating: "\"wake\": \"hey chatterbox\"", count: 4))
        for command in ["evaluate", "tune"] {
            let outcome = try Tool.run([command, manifest, "--config", configuration, "--workers", "2"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let told = outcome.errors.split(separator: "\n").filter { $0.contains("'chatterbox' is not in") }
            #expect(told.count == 1, "\(command): \(outcome.errors)")
        }
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
        #expect(events.last?["wer"] == nil, "nothing was to be written down")
    }

    @Test("Text that says a command stands for it, and from other text nothing must come")
    func textOfCommand() throws {
        let texts = ["Go forward ten meters.", "go backward ten meters", "the weather tomorrow"]
        let manifest = try Self.manifest(texts.map { "\"text\": \"\($0)\"" })
        let outcome = try Tool.run(["evaluate", manifest, "--json", "--workers", "1"] + Self.rover)
        let events = try outcome.events()
        #expect(events.dropLast().map { $0["verdict"] as? String } == ["right", "wrong", "false-accept"])
        #expect(
            events.last?["wer"] as? Double == 0.125, "one word of two commands; nobody wrote the weather down"
        )
    }

    @Test("False accepts are of the recordings without a command, and of none where there are no such")
    func falseAccepts() throws {
        let command = "\"text\": \"go forward ten meters\""
        let other = "\"text\": \"the weather tomorrow\""
        func evaluate(_ labels: [String]) throws -> (text: String, perHour: Double?) {
            let arguments = ["evaluate", try Self.manifest(labels), "--workers", "1"] + Self.rover
            let summary = try Tool.run(arguments + ["--json"]).events().last
            return (try Tool.run(arguments).output, summary?["false_per_hour"] as? Double)
        }
        let mixed = try evaluate([command, other])
        #expect(mixed.text.contains("false accepts         1 of 1: 100 % (95 %: "), "\(mixed.text)")
        #expect(mixed.text.contains("; 1 in "), "\(mixed.text)")
        #expect(try #require(mixed.perHour) > 0)
        let alone = try evaluate([command])
        #expect(
            alone.text.contains("false accepts         no recording of which nothing must come\n"),
            "\(alone.text)")
        #expect(alone.perHour == nil)
    }

    @Test("A command that would wait for a yes is told as such, and so is how many answers were timed")
    func questions() throws {
        let configuration = try Tool.temporaryFile(
            """
            buttons: { talk: GPIO27 }
            lights: { ready: GPIO12 }
            commands: { go: { say: "go forward ten meters", confirm: button } }
            """, name: "asking.yaml")
        let manifest = try Self.manifest(["\"command\": null"])
        let arguments = ["evaluate", manifest, "--config", configuration, "--workers", "1"]
        let text = try Tool.run(arguments).output
        #expect(text.contains("; 1 of them would wait for a yes\n"), "\(text)")
        #expect(text.contains("\n  measured            1 of 1 answer\n"), "\(text)")
        let events = try Tool.run(arguments + ["--json"]).events()
        #expect((events.first?["commands"] as? [[String: Any]])?.first?["asks"] as? Bool == true)
        #expect(events.last?["responses"] as? Int == 1 && events.last?["untimed_responses"] as? Int == 0)
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
        let outcome = try Tool.run(
            ["evaluate", manifest, "--config", configuration, "--json", "--workers", "1"])
        let events = try outcome.events()
        #expect(events.dropLast().map { $0["verdict"] as? String } == ["right", "wrong"])
        #expect(events.last?["wer"] as? Double == 0.125)
        #expect(events.last?["false_per_hour"] == nil, "words were dictated in each")
    }

    @Test("What is written down where nothing was dictated is a false accept")
    func nothingDictated() throws {
        let labels = ["\"command\": null", "\"wake\": \"okay workshop\"", "\"text\": \"\""]
        let manifest = try Self.manifest(labels)
        let configuration = try Tool.temporaryFile("recognize: dictation", name: "dictation.yaml")
        let outcome = try Tool.run(
            ["evaluate", manifest, "--config", configuration, "--json", "--workers", "1"])
        let events = try outcome.events()
        #expect(events.dropLast().allSatisfy { $0["verdict"] as? String == "false-accept" })
        #expect(events.last?["false_accepts"] as? Int == 3 && events.last?["wrong"] as? Int == 0)
        let rate = try #require(events.last?["false_per_hour"] as? Double)
        let hours = try #require(events.last?["hours"] as? Double)
        #expect(rate * hours > 2.99, "a text of each at least")
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
            #expect(outcome.status == 66)
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
            #expect(outcome.status == 66)
            #expect(!outcome.output.contains("\"clips\""), "there is no summary")
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
            (["--noise", silence], 66, "'\(silence)' is silent"),
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

    @Test("A command that is done in other speech is told as such, whatever phrase is said there")
    func commandInOtherSpeech() throws {
        let manifest = try Self.manifest(["\"wake\": \"computer\""])
        let outcome = try Tool.run(["evaluate", manifest] + Self.rover)
        #expect(outcome.output.contains("false-accept"), "\(outcome.output)")
        #expect(outcome.output.contains("; expected no command\n"), "\(outcome.output)")
    }

    /// Two that are right, and one that is done with another slot than it is labelled with.
    private static func mixed() throws -> String {
        try manifest([
            "\"command\": \"go-forward\", \"slots\": {\"distance\": \"ten\"}", "\"command\": \"go-forward\"",
            "\"command\": \"go-forward\", \"slots\": {\"distance\": \"two\"}", "\"command\": null",
        ])
    }

    @Test("Results are told by command and by slot, with what was taken for what")
    func breakdown() throws {
        let outcome = try Tool.run(["evaluate", try Self.mixed()] + Self.rover)
        #expect(outcome.status == 0)
        for line in [
            "  go-forward  3     2      1      0", "  distance = ten  1     1      0      0",
            "  distance = two  1     0      1      0",
            "  go-forward (distance: two)  go-forward (distance: ten)  1",
            "  no command                  go-forward (distance: ten)  1",
        ] {
            #expect(outcome.output.contains("\(line)\n"), "\(line) in \(outcome.output)")
        }
        let summary = try #require(
            Tool.run(["evaluate", Self.mixed(), "--json"] + Self.rover).events().last)
        let commands = try #require(summary["by_command"] as? [[String: Any]])
        #expect(commands.first?["right"] as? Int == 2)
        #expect((summary["confusions"] as? [Any])?.count == 2)
        let bins = try #require(summary["reliability"] as? [[String: Any]])
        #expect(bins.reduce(0) { $0 + ($1["total"] as? Int ?? 0) } == 4)
    }

    @Test("Fewer right recordings than were asked for end with status 1")
    func failUnder() throws {
        let manifest = try Self.mixed()
        func run(_ least: String) throws -> Tool.Outcome {
            try Tool.run(["evaluate", manifest, "--fail-under", least] + Self.rover)
        }
        #expect(try run("50").status == 0)
        let outcome = try run("50.5")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("50 % of the recordings are right, fewer than 50.5 %"),
            "\(outcome.errors)")
        for wrong in ["101", "-1", "nan", "many"] { #expect(try run(wrong).status == 64) }
    }

    @Test("An evaluation is compared with one of before, recording by recording")
    func compare() throws {
        let manifest = try Self.mixed()
        let first = try Tool.run(["evaluate", manifest, "--json"] + Self.rover).output
        let old = try Tool.temporaryFile(
            first.split(separator: "\n").map { line in
                // The first was wrong before.
                line.contains("\"line\":1,")
                    ? line.replacingOccurrences(of: "\"verdict\":\"right\"", with: "\"verdict\":\"wrong\"")
                    : String(line)
            }.joined(separator: "\n"), name: "old.jsonl")
        let outcome = try Tool.run(["evaluate", manifest, "--compare", old] + Self.rover)
        #expect(
            outcome.output.contains(
                "Compared: 1 of 4 recordings better, 0 worse; by chance as uneven with p = 1 (McNemar, exact)"
            ),
            "\(outcome.output)")
        #expect(outcome.output.contains("  better  \(Self.whole)  wrong, now right\n"))
        let json = try #require(
            Tool.run(["evaluate", manifest, "--json", "--compare", old] + Self.rover).events().last)
        let comparison = try #require(json["comparison"] as? [String: Any])
        #expect(comparison["p"] as? Double == 1)
        #expect((comparison["better"] as? [Any])?.count == 1)
        for (text, hint) in [
            ("{}", "has no recording"), ("no JSON", "is no line of 'earshot evaluate --json'"),
        ] {
            let none = try Tool.temporaryFile(text, name: "old.jsonl")
            let refused = try Tool.run(["evaluate", manifest, "--compare", none] + Self.rover)
            #expect(refused.status == 66)
            #expect(refused.output.isEmpty, "nothing was played")
            #expect(refused.errors.contains(hint), "\(refused.errors)")
        }
    }

    @Test("The page has no scripts, and links to what went wrong from where it is")
    func page() throws {
        let folder = TemporaryFolder()
        _ = folder.makeFolder("pages")
        _ = folder.makeFolder("my sounds")
        folder.write(
            try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/003.wav")),
            to: "my sounds/a&b.wav")
        let manifest = folder.write(
            "{\"audio\": \"my sounds/a&b.wav\", \"command\": \"go-forward\"}", to: "m.jsonl")
        let page = "\(folder.path)/pages/report.html"
        let outcome = try Tool.run(["evaluate", manifest, "--html", page] + Self.rover)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
        #expect(!html.contains("<script"))
        #expect(html.contains("src=\"../my%20sounds/a%26b.wav\""), "\(html)")
        #expect(html.contains(">my sounds/a&amp;b.wav<"))
        #expect(html.contains("<td>go-forward</td>"))
        let nowhere = try Tool.run(["evaluate", manifest, "--html", "/nowhere/page.html"] + Self.rover)
        #expect(nowhere.status == 64)
        #expect(nowhere.output.isEmpty, "found before the work")
    }

    @Test("The page takes the place of nothing that is read, whatever its name")
    func pageOverInput() throws {
        let folder = TemporaryFolder()
        let recording = try Data(contentsOf: URL(fileURLWithPath: Self.whole))
        folder.write(recording, to: "a.raw")
        let manifest = folder.write("{\"audio\": \"a.raw\", \"command\": null}", to: "m.jsonl")
        let configuration = folder.write("commands: { go: { say: go forward } }", to: "c.yaml")
        let old = folder.write("{\"audio\": \"a.raw\", \"line\": 1, \"verdict\": \"right\"}", to: "old.jsonl")
        let noise = folder.write(recording, to: "noise.raw")
        let link = folder.path("link.html")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.raw")
        for (page, what) in [
            (manifest, "the manifest"), (configuration, "the configuration"),
            (folder.path("a.raw"), "a recording of the manifest"), (link, "a recording of the manifest"),
            (old, "what --compare reads"), (noise, "what --noise reads"),
        ] {
            let before = try Data(contentsOf: URL(fileURLWithPath: page))
            let outcome = try Tool.run([
                "evaluate", manifest, "--config", configuration, "--compare", old, "--noise", noise, "--html",
                page,
            ])
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty, "found before the work")
            #expect(outcome.errors.contains("'\(page)' is \(what), which would be lost; name another file"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: page)) == before)
        }
    }

    @Test("A page takes the place of the old one whole, which stays as it was until then")
    func replacedPage() throws {
        let folder = TemporaryFolder()
        let page = folder.write("the old page", to: "page.html")
        let manifest = try Self.manifest(["\"command\": \"go-forward\""])
        let evaluate = "$EARSHOT evaluate \(manifest) \(Self.rover.joined(separator: " ")) --html"
        let outcome = try Tool.shell("exec 3<\(page); \(evaluate) \(page) >/dev/null && cat <&3")
        #expect(outcome.output == "the old page", "\(outcome.errors)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).hasSuffix("</html>\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
        let full = try Tool.shell("\(evaluate) /dev/full")
        #expect(full.status == 1)
        #expect(full.errors.contains("'/dev/full' could not be written (No space left"), "\(full.errors)")
    }

    @Test("A page that goes to standard output follows what is there")
    func pageToStandardOutput() throws {
        let manifest = try Self.manifest(["\"command\": \"go-forward\""])
        let outcome = try Tool.shell(
            """
            file=$(mktemp)
            $EARSHOT evaluate \(manifest) \(Self.rover.joined(separator: " ")) --html /dev/stdout >$file
            cat $file && rm $file
            """)
        #expect(outcome.output.contains("right                 1 of 1"), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("</html>\n"), "\(outcome.output)")
    }

    @Test("Ctrl-C tells of the part that is done, and each line is written when its recording is")
    func interrupted() throws {
        let manifest = try Self.manifest(Array(repeating: "\"command\": \"go-forward\"", count: 2000))
        let outcome = try Tool.shell(
            """
            folder=$(mktemp -d)
            $EARSHOT evaluate \(manifest) --config models/examples/rover.yaml --json >$folder/out 2>$folder/errors &
            until grep -q verdict $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill -INT $! && wait $!
            status=$?
            cat $folder/out && cat $folder/errors >&2 && rm -r $folder && exit $status
            """)
        #expect(outcome.status == 1)
        let events = try outcome.events()
        let clips = try #require(events.last?["clips"] as? Int)
        #expect(clips == events.count - 1 && clips < 2000)
        #expect(
            events.dropLast().allSatisfy { $0["verdict"] as? String == "right" },
            "a broken off one is not counted")
        #expect(
            outcome.errors.contains("stopped after \(clips) of 2000 recordings"), "\(outcome.errors)")
    }
}
