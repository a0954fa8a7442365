import Foundation
import TestSupport
import Testing

@Suite struct TuneCommandTests {
    /// Each of the packaged recordings several times, as a manifest.
    private func manifest() throws -> String {
        let commands = (0..<6).flatMap { _ in
            [
                "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"command\": \"go-forward\", "
                    + "\"slots\": {\"distance\": \"ten\"}}",
                "{\"audio\": \"\(Tool.recordings)something.raw\", \"command\": null}",
            ]
        }
        return try Tool.temporaryFile(commands.joined(separator: "\n"), name: "manifest.jsonl")
    }

    @Test("The trade-off is shown with intervals, and judged on recordings that nothing was chosen on")
    func table() throws {
        let outcome = try Tool.run(["tune", try manifest(), "--config", "models/examples/rover.yaml"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("probability") && $0.contains("false accepts an hour") })
        let loose = try #require(lines.first { $0.hasPrefix("  loose ") })
        #expect(loose.contains("100 (44 to 100)"), "3 of 3, by Wilson: \(loose)")
        #expect(outcome.output.contains("Under half an hour without a command"))
        #expect(outcome.output.contains("so left alone: go-forward, go-backward, stop, deal, dial."))
    }

    @Test("Programs get the counts")
    func json() throws {
        let outcome = try Tool.run([
            "tune", try manifest(), "--config", "models/examples/rover.yaml", "--json",
        ])
        let object = try #require(outcome.events().first)
        let checks = try #require(object["checks"] as? [[String: Any]])
        #expect(
            checks.map { $0["name"] as? String } == [
                "loose", "normal", "strict", "as it is now", "as suggested",
            ])
        #expect(checks.allSatisfy { $0["commands"] as? Int == 3 && $0["right"] as? Int == 3 })
        #expect((object["suggestions"] as? [String: String])?["go-forward"] == "normal")
        #expect((object["changed"] as? [String]) == [])
    }

    @Test("A configuration that cannot be written to is found before the work")
    func unwritable() throws {
        let pipe = TemporaryFolder.ofProcess.path("\(UUID().uuidString).yaml")
        #expect(mkfifo(pipe, 0o600) == 0)
        let outcome = try Tool.run(["tune", try manifest(), "--config", pipe, "--write"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("\(pipe): is no ordinary file, so it cannot be replaced"),
            "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.output)")
    }

    @Test("With --write the configuration says what was found, and runs with it")
    func write() throws {
        let configuration = try Tool.temporaryFile(
            """
            commands:
              go:
                say: "go forward <distance> meters"  # the only one
                trust: 1
            rules: { distance: "one | two | ten" }
            """, name: "go.yaml")
        let lines = (0..<12).map { _ in
            "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"command\": \"go\"}"
        }
        let other = "{\"audio\": \"\(Tool.recordings)something.raw\", \"command\": null}"
        let folder = try Tool.temporaryFile((lines + [other]).joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run([
            "tune", (folder as NSString).deletingLastPathComponent, "--config", configuration, "--write",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        #expect(text.contains("trust: normal\n"), "\(text)")
        #expect(text.contains("# the only one"))
        #expect(try Tool.run(["check", configuration]).status == 0)
    }

    @Test("What does worse on the recordings that it was not chosen on is not written, and that is said")
    func harm() throws {
        let configured = """
            commands:
              go:
                say: "go forward <distance> meters"
                trust: 1
            rules: { distance: "one | two | ten" }
            """
        let configuration = try Tool.temporaryFile(configured, name: "go.yaml")
        // Of the recordings without a command every second one, on which nothing is chosen, says the command after all.
        let lines = (0..<6).flatMap { _ in
            [("goforward", "\"go\""), ("goforward", "\"go\""), ("something", "null"), ("goforward", "null")]
        }.map { "{\"audio\": \"\(Tool.recordings)\($0.0).raw\", \"command\": \($0.1)}" }
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration, "--write"])
        #expect(outcome.output.contains("trust: normal\n"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("does worse than what is set now"))
        #expect(outcome.output.contains("Nothing to write."))
        #expect(try String(contentsOfFile: configuration, encoding: .utf8) == configured)
        let found = try Tool.run(["tune", manifest, "--config", configuration, "--json"]).events().first
        #expect(found?["changed"] as? [String] == [] && found?["harmful"] as? Bool == true)
    }

    @Test("All recordings that cannot be opened are named at once")
    func manyFaults() throws {
        let lines = ["gone", "goforward", "lost"].map {
            "{\"audio\": \"\(Tool.recordings)\($0).raw\", \"command\": null}"
        }
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", "models/examples/rover.yaml"])
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("manifest.jsonl:1: "), "\(outcome.errors)")
        #expect(outcome.errors.contains("manifest.jsonl:3: "), "\(outcome.errors)")
    }

    @Test("The trade-off of a wake phrase is shown, and what is suggested is written beside it")
    func wake() throws {
        let configuration = try Tool.temporaryFile(
            """
            wake: go forward  # as on the tin
            commands: { go: { say: "ten meters" } }
            """, name: "go.yaml")
        let lines = (0..<20).flatMap { _ in
            [
                "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"wake\": \"go forward\"}",
                "{\"audio\": \"\(Tool.recordings)numbers.raw\", \"command\": null}",
            ]
        }
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration, "--alarms", "50"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Wake phrase \"go forward\""))
        #expect(outcome.output.contains("0 (0 to 28)"), "10 of 10 heard, by Wilson: \(outcome.output)")
        #expect(outcome.output.contains("extrapolated"))
        let found = try Tool.run([
            "tune", manifest, "--config", configuration, "--alarms", "50", "--json", "--write",
        ])
        let wake = try #require(found.events().first?["wake"] as? [[String: Any]])
        #expect(wake.first?["phrase"] as? String == "go forward")
        let now = try #require(wake.first?["now"] as? [String: Any])
        #expect(now["said"] as? Int == 10 && now["missed_share"] as? Double == 0)
        #expect((now["missed_interval"] as? [Double])?.count == 2)
        #expect(now["candidates_per_hour"] is Double && now["threshold"] == nil)
        let tried = try #require((wake.first?["acceptances"] as? [[String: Any]])?.first)
        #expect(tried["threshold"] is Double && tried["false_per_hour"] is Double)
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        #expect(text.contains("# as on the tin"))
        #expect(wake.first?["changed"] as? Bool == true)
        #expect(text.contains("wake: { go forward: { acceptance: "), "\(text)")
        #expect(try Tool.run(["check", configuration]).status == 0)
    }

    @Test("Where trust can be written and a wake phrase cannot, both are said")
    func writeHalf() throws {
        let configuration = try Tool.temporaryFile(
            """
            wake: { go forward: &usual { acceptance: 6 }, ten of clubs: *usual }
            commands: { go: { say: "ten meters", trust: 1 } }
            """, name: "go.yaml")
        let lines =
            Array(repeating: ("goforward", "\"wake\": \"go forward\", \"command\": \"go\""), count: 20)
            + Array(repeating: ("numbers", "\"command\": null"), count: 20)
        let manifest = try Tool.temporaryFile(
            lines.map { "{\"audio\": \"\(Tool.recordings)\($0.0).raw\", \($0.1)}" }.joined(separator: "\n"),
            name: "manifest.jsonl")
        let outcome = try Tool.run([
            "tune", manifest, "--config", configuration, "--alarms", "50", "--write",
        ])
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("the trust of commands is written to "), "\(outcome.errors)")
        #expect(outcome.errors.contains("set by hand\n  wake:"), "\(outcome.errors)")
        #expect(try String(contentsOfFile: configuration, encoding: .utf8).contains("trust: normal"))
    }

    @Test(
        "Where too little other sound is like the phrase, takes choose by themselves, however many they are")
    func littleOtherSound() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let take = "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"wake\": \"go forward\"}"
        let other = "{\"audio\": \"\(Tool.recordings)something.raw\", \"command\": null}"
        for takes in [19, 20] {
            let lines = Array(repeating: take, count: takes) + [other]
            let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
            let outcome = try Tool.run(["tune", manifest, "--config", configuration])
            #expect(outcome.output.contains("\(takes) takes by those who will say it"), "\(outcome.output)")
            #expect(outcome.output.contains("with 20 takes and some hours of it, it chooses"))
            #expect(!outcome.output.contains("extrapolated"))
        }
    }

    @Test("Thresholds of a wake phrase that miss more takes for nothing are not written, and that is said")
    func harmToPhrase() throws {
        let configured = "wake: go forward\ncommands: { go: { say: ten meters } }\n"
        let configuration = try Tool.temporaryFile(configured, name: "go.yaml")
        // Of the other sound every second recording, on which the acceptance is chosen, has the phrase after all.
        let lines =
            (Array(repeating: ("goforward", "\"wake\": \"go forward\""), count: 20)
            + (0..<10).flatMap { _ in
                [("goforward", "\"command\": null"), ("something", "\"command\": null")]
            }).map { "{\"audio\": \"\(Tool.recordings)\($0.0).raw\", \($0.1)}" }
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration, "--write"])
        #expect(
            outcome.output.contains("does worse than what is set now"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("Nothing to write."))
        #expect(try String(contentsOfFile: configuration, encoding: .utf8) == configured)
        let found = try Tool.run(["tune", manifest, "--config", configuration, "--json"])
        let wake = try #require(found.events().first?["wake"] as? [[String: Any]])
        #expect(wake.first?["changed"] as? Bool == false && wake.first?["harmful"] as? Bool == true)
    }

    @Test("One take of a wake phrase is told to be too few, and nothing is suggested")
    func oneTake() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let manifest = try Tool.temporaryFile(
            "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"wake\": \"go forward\"}",
            name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration])
        #expect(outcome.output.contains("1 take, too few to tell by"), "\(outcome.output)")
        #expect(!outcome.output.contains("Suggested"))
        let found = try Tool.run(["tune", manifest, "--config", configuration, "--json"])
        let wake = try #require(found.events().first?["wake"] as? [[String: Any]])
        #expect(wake.first?["suggestion"] == nil && wake.first?["changed"] as? Bool == false)
    }

    @Test("Commands that are told by their text are tuned beside wake phrases, too")
    func texts() throws {
        let configuration = try Tool.temporaryFile(
            "wake: okay workshop\ncommands: { go: { say: go forward ten meters } }\n", name: "go.yaml")
        let lines = [
            #"{"audio": "\#(Tool.recordings)goforward.raw", "text": "Go forward ten meters"}"#,
            #"{"audio": "\#(Tool.recordings)something.raw", "wake": "okay workshop"}"#,
        ]
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration, "--json"])
        let found = try #require(outcome.events().first, "\(outcome.errors)")
        #expect(found["wake"] != nil && found["suggestions"] != nil, "\(found.keys)")
    }

    @Test("Wake phrases are asked for, and nothing is kept before somebody has agreed")
    func recordWake() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\nrecognize: dictation\n", name: "go.yaml")
        let folder = (configuration as NSString).deletingLastPathComponent + "/site"
        let arguments = [
            "tune", "record", "ada", "--config", configuration, "--into", folder, "--takes", "2", "--input",
            Tool.recordings + "goforward.raw",
        ]
        let refused = try Tool.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.output.contains("What you say is kept in \(folder)"))
        #expect(!FileManager.default.fileExists(atPath: folder))
        let outcome = try Tool.run(arguments, input: Data("\n\n\ns\n".utf8))
        #expect(outcome.output.contains("Say \"go forward\""))
        let lines = try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)
        #expect(
            lines == "{\"audio\":\"ada-1.wav\",\"wake\":\"go forward\"}\n"
                + "{\"audio\":\"ada-2.wav\",\"wake\":\"go forward\"}\n")
    }

    @Test("Takes of a wake phrase are asked for, and tuning judges each by what the others choose")
    func enrol() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\nlisten: wake\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let folder = (configuration as NSString).deletingLastPathComponent + "/site"
        let arguments = [
            "tune", "record", "ada", "--wake", "--config", configuration, "--into", folder, "--input",
            Tool.recordings + "goforward.raw", "--takes",
        ]
        #expect(try Tool.run(arguments + ["3"]).errors.contains("--takes is 5 to 20 with --wake, not 3"))
        let recorded = try Tool.run(arguments + ["5"], input: Data("\n\n\n\n\n\n".utf8))
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(!recorded.output.contains("ten meters"), "phrases alone")
        let tuned = try Tool.run(["tune", folder, "--config", configuration, "--write"])
        #expect(tuned.status == 0, "\(tuned.errors)")
        #expect(tuned.output.contains("Wake phrase \"go forward\": 5 takes by those who will say it"))
        let found = try Tool.run(["tune", folder, "--config", configuration, "--json"])
        let wake = try #require(found.events().first?["wake"] as? [[String: Any]])
        let enrolment = try #require(wake.first?["enrolment"] as? [String: Any])
        #expect(enrolment["takes"] as? Int == 5 && enrolment["missed_then"] as? Int == 0)
        #expect(enrolment["false_per_hour_expected"] is [String: Any])
        let others = try Tool.temporaryFile("commands: { go: { say: ten meters } }\n", name: "others.yaml")
        let refused = try Tool.run([
            "tune", "record", "ada", "--wake", "--config", others, "--into", folder,
        ])
        #expect(refused.errors.contains("has no wake phrase"))
    }

    @Test("What takes ask for is no suggestion where it is no better")
    func enrolInVain() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        // In one of them nobody says the phrase.
        let lines = ["something", "goforward", "goforward", "goforward", "goforward"].map {
            "{\"audio\": \"\(Tool.recordings)\($0).raw\", \"wake\": \"go forward\"}"
        }
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration])
        #expect(outcome.output.contains("as the takes ask"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("That is no better, so it is left as it is."))
        #expect(!outcome.output.contains("as suggested"))
    }

    @Test("Beside a few takes of a wake phrase false alarms are counted in other sound, and the rates shown")
    func enrolBesideOtherSound() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\nlisten: wake\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let take = "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"wake\": \"go forward\"}"
        let other = "{\"audio\": \"\(Tool.recordings)something.raw\", \"command\": null}"
        let lines = Array(repeating: take, count: 5) + [other]
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let shown = try Tool.run(["tune", manifest, "--config", configuration])
        #expect(shown.output.contains("False alarms are counted in "), "\(shown.output)\(shown.errors)")
        let found = try Tool.run(["tune", manifest, "--config", configuration, "--json"])
        let wake = try #require(found.events().first?["wake"] as? [[String: Any]])
        let enrolment = try #require(wake.first?["enrolment"] as? [String: Any])
        #expect(try #require(enrolment["hours"] as? Double) > 0)
        #expect(enrolment["false_alarms_then"] is Int && enrolment["held_back"] is Bool)
    }

    @Test("Events.md has the keys of what programs are given")
    func documented() throws {
        let configuration = try Tool.temporaryFile(
            "wake: go forward\nlisten: wake\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let take =
            "{\"audio\": \"\(Tool.recordings)goforward.raw\", \"wake\": \"go forward\", \"command\": \"go\"}"
        let other = "{\"audio\": \"\(Tool.recordings)something.raw\", \"command\": null}"
        let lines = Array(repeating: take, count: 5) + [other]
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let outcome = try Tool.run(["tune", manifest, "--config", configuration, "--json"])
        let found = try #require(outcome.events().first, "\(outcome.errors)")
        let page = try DocumentationPage("Events.md")
        func expect(_ column: String, _ objects: [[String: Any]]) {
            let documented = page.names(under: "`earshot tune --json`", inTablesOf: [column])
            #expect(documented == Set(objects.flatMap(\.keys)), "\(column)")
        }
        expect("Key", [found])
        let checks = try #require(found["checks"] as? [[String: Any]])
        expect("Key of a row", checks + (found["sweep"] as? [[String: Any]] ?? []))
        let phrases = try #require(found["wake"] as? [[String: Any]])
        expect("Key of a phrase", phrases)
        let now = try #require(phrases.first?["now"] as? [String: Any])
        expect("Key of figures", [now] + (phrases.first?["acceptances"] as? [[String: Any]] ?? []))
        expect("Key of an enrolment", [try #require(phrases.first?["enrolment"] as? [String: Any])])
    }

    @Test("More takes than anybody reads, and names that no file should have, are refused at once")
    func recordUsage() throws {
        let folder = TemporaryFolder.ofProcess.path(UUID().uuidString)
        let record = ["tune", "record", "--config", "models/examples/rover.yaml", "--into", folder]
        for takes in ["101", "\(Int.max)"] {
            let outcome = try Tool.run(record + ["ada", "--takes", takes])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("--takes is 1 to 100, not \(takes)"), "\(outcome.errors)")
        }
        for name in ["", ".", ".ada", "-ada", "ada/1"] {
            let outcome = try Tool.run(record + ["--", name])
            #expect(outcome.status == 64)
            #expect(
                outcome.errors.contains("'\(name)' cannot begin the names of files"), "\(outcome.errors)")
        }
        let deep = ["ada", "--config", "models/examples/rover.yaml", "--into", folder + "/site/"]
        let placeless = try Tool.run(["tune", "record"] + deep)
        #expect(placeless.status == 1 && placeless.output.isEmpty, "nobody is asked: \(placeless.output)")
        #expect(placeless.errors.contains("make that first: mkdir -p \(folder)"), "\(placeless.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(
        "Where a configured light cannot be had, nothing is recorded, nor is a folder made",
        .disabled(if: PinsCommandTests.hasGPIO))
    func recordWithoutPins() throws {
        let configuration = try Tool.temporaryFile(
            "lights: { recording: GPIO17 }\ncommands: { go: { say: ten meters } }\n", name: "go.yaml")
        let folder = (configuration as NSString).deletingLastPathComponent + "/site"
        let outcome = try Tool.run(
            ["tune", "record", "ada", "--config", configuration, "--into", folder], input: Data("\n".utf8))
        #expect(outcome.status != 0, "\(outcome.output)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("Recordings are made one sentence at a time, skipped on request, and labelled for tuning")
    func record() throws {
        let configuration = try Tool.temporaryFile(
            "commands: { go: { say: \"go forward <distance> meters\" } }\nrules: { distance: \"ten\" }\n",
            name: "go.yaml")
        let folder = (configuration as NSString).deletingLastPathComponent + "/site"
        let outcome = try Tool.run(
            [
                "tune", "record", "ada", "--config", configuration, "--into", folder, "--takes", "1",
                "--input",
                Tool.recordings + "goforward.raw",
            ], input: Data("\n\ns\n".utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Say \"go forward ten meters\""))
        #expect(outcome.output.contains("Say anything else"))
        #expect(outcome.output.contains("1 kept in"))
        let line = try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)
        #expect(line == "{\"audio\":\"ada-1.wav\",\"command\":\"go\",\"slots\":{\"distance\":\"ten\"}}\n")
        let score = try Tool.run([
            "evaluate", folder + "/manifest.jsonl", "--config", configuration, "--json",
        ])
        #expect(try score.events().last?["right"] as? Int == 1)
    }

    @Test("Where there is no space for a recording's line the manifest stays as it was, and no sound is left")
    func recordWithoutSpace() throws {
        let configuration = try Tool.temporaryFile(
            "commands: { go: { say: \"go forward ten meters\" } }\n", name: "go.yaml")
        let folder = (configuration as NSString).deletingLastPathComponent + "/site"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // Ten bytes below the limit, which the shell counts in half kilobytes.
        let lines = String(repeating: "\n", count: (1 << 20) - 10)
        try lines.write(toFile: folder + "/manifest.jsonl", atomically: true, encoding: .utf8)
        let outcome = try Tool.shell(
            """
            trap '' XFSZ; ulimit -f 2048
            printf '\\n\\ns\\n' | $EARSHOT tune record ada --config \(configuration) --into \(folder) --takes 1 \
              --input \(Tool.recordings)goforward.raw
            """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("manifest.jsonl: cannot be written"), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["manifest.jsonl"])
        #expect(try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8) == lines)
    }

    @Test(
        "A recording that is too short for a word, silent, or of nobody who speaks is not kept",
        arguments: [
            (1600, 0, "too short"), (16_000, 0, "muted"), (1600, 900, "too short"),
            (16_000, 90, "nobody was heard to speak"),
        ])
    func nothingSaid(frames: Int, level: Int16, flaw: String) throws {
        let sound = Data(
            [Int16](repeating: level, count: frames).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        let input = try Tool.temporaryFile("", name: "take.raw")
        try sound.write(to: URL(fileURLWithPath: input))
        let folder = (input as NSString).deletingLastPathComponent + "/site"
        let outcome = try Tool.run(
            [
                "tune", "record", "ada", "--config", "models/examples/rover.yaml", "--into", folder,
                "--input",
                input,
            ], input: Data("\n\n".utf8))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(flaw), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test(
        "A file in the microphone's place that cannot be read is named before anybody is asked for anything")
    func recordUnreadable() throws {
        let record = ["tune", "record", "ada", "--config", "models/examples/rover.yaml", "--into"]
        let folder = TemporaryFolder()
        let outcome = try Tool.run(record + [folder.path("site"), "--input", "/nowhere.wav"])
        #expect(outcome.status == 66)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("--input: "), "\(outcome.errors)")
        #expect(try folder.names() == [])
    }

    @Test("Where there is nothing to tune, what is missing is said")
    func nothingToTune() throws {
        for (wake, hint) in [
            ("", "dictation has no commands"),
            ("wake: okay workshop\n", "labelled with a wake phrase; add \"wake\": \"okay workshop\""),
        ] {
            let configuration = try Tool.temporaryFile(wake + "recognize: dictation\n", name: "memo.yaml")
            let outcome = try Tool.run(["tune", try manifest(), "--config", configuration])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }

    @Test("What cannot be meant by 'earshot tune' is answered with what can")
    func mistakes() throws {
        for (arguments, hint) in [
            (["tune"], "name one manifest or folder"), (["tune", "site"], "--config FILE is missing"),
            (["tune", "site", "--config", "x", "--cost", "0"], "'--cost 5'"),
            (["tune", "record"], "give the recordings one name"),
            (["tune", "record", "ada", "--config", "x"], "--into FOLDER is missing"),
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }
}
