import Appliance
import Foundation
import TestSupport
import Testing

@testable import Evaluation

@Suite struct ManifestTests {
    private let folder = TemporaryFolder()

    private func manifest(_ text: String) throws -> Manifest {
        try Manifest(path: folder.write(text, to: "site.jsonl"))
    }

    @Test(
        "Of two wake phrases of which one begins the other, a text has that which leaves a command, whatever their order"
    )
    func textsOfPhrases() throws {
        for phrases in ["okay, okay workshop", "okay workshop, okay"] {
            let configuration = try ApplianceConfiguration.load(
                folder.write("wake: [\(phrases)]\ncommands: { go: { say: go forward } }\n", to: "site.yaml"))
            let texts = ["okay workshop go forward", "Okay, go forward", "go forward", "okay workshop"]
            let manifest = try manifest(
                texts.map { "{\"audio\": \"a.wav\", \"text\": \"\($0)\"}\n" }.joined())
            #expect(
                manifest.understanding(configuration).clips.map(\.label) == [
                    .command("go", slots: [:], wake: "okay workshop"),
                    .command("go", slots: [:], wake: "okay"),
                    .text(["go", "forward"]), .text(["okay", "workshop"]),
                ])
        }
    }

    @Test("The words of a text are spelt as a grammar spells them, without the punctuation around them")
    func spelling() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                commands:
                  show: { say: "show the x-ray" }
                  wake: { say: "don’t wake me at ten a.m." }
                  heat: { say: "heat to twenty five" }
                """, to: "site.yaml"))
        let texts = [
            "Show the x-ray!", "don't wake me at ten a.m.", "“Don’t wake me\u{2026}” – at ten a.m.",
            "Heat to twenty-five.", "‘Heat to—twenty/five’", "Show the ‘x-ray’",
            "‘Don’t wake me at ten a.m.’", "Show the x-ray—don’t wake me at ten a.m.",
        ]
        let manifest = try manifest(texts.map { "{\"audio\": \"a.wav\", \"text\": \"\($0)\"}\n" }.joined())
        #expect(
            manifest.understanding(configuration).clips.map(\.label.commandName) == [
                "show", "wake", "wake", "heat", "heat", "show", "wake", nil,
            ])
    }

    @Test("Numbers in digits are taken as they are said, as one or digit by digit")
    func digits() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                locale: en-US
                commands:
                  timer: { say: "set a (<duration> timer | timer for <duration>)" }
                  floor: { say: "floor <1..30>" }
                  dial: { say: "dial <digit>+" }
                rules: { digit: "two | five | seven" }
                """, to: "site.yaml"))
        let texts = [
            "Set a timer for 10 minutes.", "set a 10-minute timer", "Floor 25", "dial 25 7", "floor 250",
        ]
        let manifest = try manifest(texts.map { "{\"audio\": \"a.wav\", \"text\": \"\($0)\"}\n" }.joined())
        let understood = manifest.understanding(configuration).clips
        #expect(
            understood.map(\.label) == [
                .command("timer", slots: ["duration": "600s"]),
                .command("timer", slots: ["duration": "600s"]), .command("floor", slots: ["number": "25"]),
                .command("dial", slots: ["digit": "two, five, seven"]),
                .text(["floor", "two", "hundred", "fifty"]),
            ])
        #expect(understood[0].words == ["set", "a", "timer", "for", "ten", "minutes"])
        #expect(understood[3].words == ["dial", "two", "five", "seven"])
    }

    @Test("A number that may be said in several ways is named with its line, and what to write")
    func unsaidNumber() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write("commands: { dim: { say: \"dim to (ten | half)\" } }", to: "site.yaml"))
        let manifest = try manifest("\n{\"audio\": \"a.wav\", \"text\": \"Dim to 10%!\"}\n")
        #expect {
            try manifest.understanding(configuration).check(against: configuration)
        } throws: { error in
            "\(error)".hasSuffix("/site.jsonl:2: write '10%' in words, as it was said")
        }
    }

    @Test("A slot that only texts say counts, so that one that is invented is wrong")
    func slotsOfTexts() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                commands: { lamp: { say: "lamp [<state>]" } }
                rules: { state: "on | off" }
                """, to: "site.yaml"))
        let manifest = try manifest(
            """
            {"audio": "a.wav", "text": "lamp on"}
            {"audio": "b.wav", "text": "lamp"}
            """)
        #expect(Evaluator(configuration, manifest: manifest).scoredSlots == ["lamp": ["state"]])
    }

    @Test("A slot that a command cannot be said without is not invented where a label leaves it out")
    func slotsOfEverySentence() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                commands:
                  lamp: { say: "lamp <state>" }
                  light: { say: "light [<state>]" }
                rules: { state: "on | off" }
                """, to: "site.yaml"))
        let manifest = try manifest(
            """
            {"audio": "a.wav", "command": "lamp"}
            {"audio": "b.wav", "text": "lamp on"}
            """)
        #expect(
            Evaluator(configuration, manifest: manifest).scoredSlots == ["lamp": [], "light": ["state"]])
    }

    @Test("Each label is understood, and paths are beside the manifest")
    func labels() throws {
        let manifest = try manifest(
            """
            {"audio": "a.wav", "command": "lamp", "slots": {"state": "on", "times": 3}, "speaker": "x"}
            {"audio": "/b.wav", "command": null}

            {"audio": "c.wav", "text": "Meet me, at ten"}
            {"audio": "d.wav", "wake": "okay workshop"}
            """)
        #expect(
            manifest.clips.map(\.label) == [
                .command("lamp", slots: ["state": "on", "times": "3"]), .nothing,
                .text(["meet", "me", "at", "ten"]),
                .wake("okay workshop"),
            ])
        #expect(manifest.clips[0].path == folder.path("a.wav"))
        #expect(manifest.clips[1].path == "/b.wav")
        #expect(manifest.slotNames == ["state", "times"])
    }

    @Test("Slots may be written as they are printed, and as JSON has them")
    func slotValues() throws {
        let manifest = try manifest(
            """
            {"audio": "a.wav", "command": "a", "slots": {"duration": "600s", "digit": "9, 1", "speed": "0.5"}}
            {"audio": "b.wav", "command": "a", "slots": {"duration": {"seconds": 600}, "digit": [9, 1], "speed": 0.5}}
            """)
        #expect(manifest.clips[0].label == manifest.clips[1].label)
    }

    @Test("A command may come with the words that were said")
    func words() throws {
        let manifest = try manifest(
            """
            {"audio": "a.wav", "command": "lamp", "text": "Lamp on, please"}
            {"audio": "b.wav", "command": "lamp"}
            """)
        #expect(manifest.clips.map(\.label) == [.command("lamp", slots: [:]), .command("lamp", slots: [:])])
        #expect(manifest.clips.map(\.words) == [["lamp", "on", "please"], nil])
    }

    @Test("A wake phrase may come before a command, or before nothing, however it is written")
    func wakePhrases() throws {
        let manifest = try manifest(
            """
            {"audio": "a.wav", "wake": "Okay  Workshop", "command": "lamp"}
            {"audio": "b.wav", "wake": "okay workshop", "command": null}
            {"audio": "c.wav", "wake": null, "command": "lamp"}
            """)
        #expect(
            manifest.clips.map(\.label) == [
                .command("lamp", slots: [:], wake: "okay workshop"), .wake("okay workshop"),
                .command("lamp", slots: [:]),
            ])
        #expect(manifest.clips.map(\.label.wakePhrase) == ["okay workshop", "okay workshop", nil])
    }

    @Test(
        "A manifest's line ends and byte order mark are any editor's, and its lines are counted as it counts them"
    )
    func editors() throws {
        let line = #"{"audio": "a.wav", "command": "lamp"}"#
        let text = "\u{FEFF}\(line)\r\n\r\n  \r\n\(line)\r\n"
        #expect(try manifest(text).clips.map(\.name) == ["a.wav", "a.wav"])
        #expect {
            try manifest(text + "{}\r\n")
        } throws: { error in
            "\(error)".contains(".jsonl:5: ")
        }
    }

    @Test(
        "A wrong line is named, and what is wrong with it",
        arguments: [
            (
                #"{"audio": "b.wav"}"#,
                #""command", "text" or "wake" is missing: what must come of the recording"#
            ),
            (#"{"audio": "b.wav", "comand": "lamp"}"#, "unknown key 'comand'; did you mean 'command'?"),
            (#"{"audio": "b.wav", "Text": "lamp"}"#, "unknown key 'Text'; did you mean 'text'?"),
            (#"{"adio": "b.wav", "command": null}"#, "unknown key 'adio'; did you mean 'audio'?"),
            (#"{"file": "b.wav", "command": null}"#, #""audio" is missing, the path of the recording"#),
            (#"{"audio": 5, "command": null}"#, #""audio" must be text in double quotes"#),
            (#"{"audio": "b.wav", "command": ["a"]}"#, #""command" must be text in double quotes"#),
            (
                #"{"audio": "b.wav", "command": "a", "slot": {"b": "c"}}"#,
                "unknown key 'slot'; did you mean 'slots'?"
            ),
            (
                #"{"audio": "b.wav", "command": "a", "slots": {"b": null}}"#,
                #""slots" must be text and numbers by name, as in {"state": "on"}"#
            ),
            (
                #"{"audio": "b.wav", "command": "a", "slots": {"b": {"seconds": 1e300}}}"#,
                #""slots" must be text and numbers by name, as in {"state": "on"}"#
            ),
            (
                #"{"audio": "b.wav", "Wake": "okay workshop", "command": "a"}"#,
                "unknown key 'Wake'; did you mean 'wake'?"
            ),
            (
                #"{"audio": "b.wav", "slots": {"b": "c"}}"#,
                #""slots" needs a "command" that they belong to"#
            ),
            (
                #"{"audio": "b.wav", "command": null, "slots": {"b": "c"}}"#,
                #""slots" needs a "command" that they belong to"#
            ),
            (
                #"{"audio": "b.wav", "comand": "a", "slots": {"b": "c"}}"#,
                "unknown key 'comand'; did you mean 'command'?"
            ),
            (
                #"{'audio': 'b.wav', 'command': null}"#,
                #"is not JSON; write {"audio": "lamp.wav", "command": "lamp"}, all of it in one line"#
            ),
            (
                #"{"audio": "b.wav", "wake": " "}"#,
                #""wake" is empty; write the phrase that was said, or "command": null for none"#
            ),
            (
                #"{"audio": "b.wav", "wake": "", "command": "lamp"}"#,
                #""wake" is empty; write the phrase that was said, or "command": null for none"#
            ),
            (
                #"{"audio": "b.wav", "command": "a", "command" : "b"}"#,
                #""command" stands twice in it; keep one of them"#
            ),
            (
                #"{"audio": "b.wav", "command": "a", "slots": {"c": "on", "d": "\"", "c": "off"}}"#,
                #""c" stands twice in it; keep one of them"#
            ),
            (
                #"["b.wav"]"#,
                #"must be one JSON object with "audio" and one of "command", "text" and "wake""#
            ),
        ])
    func wrong(line: String, reason: String) {
        #expect {
            try manifest("{\"audio\": \"a.wav\", \"command\": null}\n\(line)\n")
        } throws: { error in
            "\(error)".hasSuffix("/site.jsonl:2: \(reason)")
        }
    }

    @Test("Keys of one's own are let be, and so are slots of nothing")
    func otherKeys() throws {
        let manifest = try manifest(
            """
            {"audio": "a.wav", "command": "lamp", "take": 3, "test": {"set": [1], "take": ["set", "set"]}, "speaker": null}
            {"audio": "a.wav", "command": null, "slots": {}}
            """)
        #expect(manifest.clips.map(\.label) == [.command("lamp", slots: [:]), .nothing])
    }

    @Test("An empty text is of a recording in which there is nothing to write down")
    func emptyText() throws {
        #expect(try manifest(#"{"audio": "a.wav", "text": ""}"#).clips.map(\.label) == [.text([])])
    }

    @Test("A manifest without a line, and none at all, are refused")
    func nothing() {
        #expect(throws: EvaluationError.self) { try manifest("\n") }
        #expect(throws: EvaluationError.self) { try Manifest(path: "/nowhere.jsonl") }
    }
}
