import Appliance
import TestSupport
import Testing

@testable import Evaluation

@Suite struct LabelCheckTests {
    private let folder = TemporaryFolder()

    private func check(_ text: String) throws -> LabelCheck {
        LabelCheck(try ApplianceConfiguration.load(folder.write(text, to: "site.yaml")))
    }

    private func commands() throws -> LabelCheck {
        try check(
            """
            wake: okay workshop
            commands:
              go-forward: { say: "go forward <distance> meters [slowly {slow}]" }
              deal: { say: "<card> [<card>]" }
              wait: { say: "wait <duration> | wait for <1..30> | wait <time>" }
              stop: { say: "halt" }
            rules:
              distance: "one | ten {10} | <few>"
              few: "two | three"
              card: "ace of <suit>"
              suit: "clubs | hearts"
              time: "<duration>"
            """)
    }

    @Test("What is misspelt is named, with what was probably meant")
    func misspelt() throws {
        let check = try commands()
        for (label, mistake) in [
            (
                Manifest.Label.command("go-forwrd", slots: [:]),
                "the configuration has no command 'go-forwrd'; did you mean 'go-forward'?"
            ),
            (
                .command("fly", slots: [:]),
                "the configuration has no command 'fly'; known: 'go-forward', 'deal', 'wait', 'stop'"
            ),
            (
                .command("go-forward", slots: ["distanc": "one"]),
                "the command 'go-forward' has no slot 'distanc'; did you mean 'distance'?"
            ),
            (.command("stop", slots: ["distance": "one"]), "the command 'stop' has no slot 'distance'"),
            (
                .command("go-forward", slots: ["distance": "thre"]),
                "the slot 'distance' is never 'thre'; did you mean 'three'?"
            ),
            (
                .command("go-forward", slots: ["distance": "ten"]),
                "the slot 'distance' is never 'ten'; known: 'one', '10', 'two', 'three'"
            ),
            (
                .command("wait", slots: ["number": "31"]),
                "the slot 'number' is a number from 1 to 30, not '31'"
            ),
            (
                .wake("okay workshp"),
                "the configuration has no wake phrase 'okay workshp'; did you mean 'okay workshop'?"
            ),
            (
                .command("stop", slots: [:], wake: "computer"),
                "the configuration has no wake phrase 'computer'; known: 'okay workshop'"
            ),
        ] {
            #expect(check.mistake(in: label) == mistake)
        }
    }

    @Test("A time outside of the range that the command takes is named with the range")
    func times() throws {
        let check = try check("commands: { pump: { say: \"run the pump for <duration 1m..30m>\" } }")
        func mistake(_ value: String) -> String? {
            check.mistake(in: .command("pump", slots: ["duration": value]))
        }
        for value in ["2h", "5s", "59", "0"] {
            #expect(mistake(value) == "the slot 'duration' is a time from 1m to 30m, not '\(value)'")
        }
        #expect(mistake("soon") == "the slot 'duration' is a time such as 90s or 10m, not 'soon'")
        for value in ["1m", "600s", "600", "1800.0", "30m"] { #expect(mistake(value) == nil) }
    }

    @Test("What can come true is let be, and what is not certain")
    func possible() throws {
        let check = try commands()
        for label: Manifest.Label in [
            .command("go-forward", slots: ["distance": "10", "tag": "slow"]),
            .command("go-forward", slots: ["distance": "two", "few": "two"], wake: "okay workshop"),
            .command("deal", slots: ["card": "ace of clubs, ace of hearts", "suit": "clubs, hearts"]),
            .command("wait", slots: ["number": "30"]), .command("wait", slots: ["duration": "600s"]),
            .command("wait", slots: ["time": "600"]), .nothing, .text(["anything"]),
            .wake("okay workshop"), .wake("okay computer"),
        ] {
            #expect(check.mistake(in: label) == nil)
        }
    }

    @Test("A number in digits beside words of commands is to be written as it was said")
    func digits() throws {
        let check = try commands()
        for (text, number) in [
            (["wait", "for", "10%"], "10%"), (["wait", "9:30am"], "9:30am"),
            (["okay", "workshop", "halt", "$5"], "$5"),
        ] {
            #expect(check.mistake(in: .text(text)) == "write '\(number)' in words, as it was said")
        }
        #expect(check.mistake(in: .text(["it", "is", "9:30"])) == nil)
        #expect(check.mistake(inNumbersOf: ["please", "wait", "1/2"])?.contains("'1/2'") == true)
    }

    @Test("Words that are a command are the labelled one")
    func contradiction() throws {
        let check = try commands()
        let forward = Manifest.Label.command("go-forward", slots: [:])
        let awakened = Manifest.Label.command("go-forward", slots: [:], wake: "okay workshop")
        let mistake = "the text is the command 'stop', and the label 'go-forward'; correct one of them"
        #expect(check.mistake(in: ["halt"], besides: forward) == mistake)
        for words in [["okay", "workshop", "halt"], ["halt"]] {
            #expect(check.mistake(in: words, besides: awakened) == mistake)
        }
        #expect(check.mistake(in: ["halt"], besides: .command("stop", slots: [:])) == nil)
        #expect(check.mistake(in: ["please", "halt"], besides: forward) == nil, "it is no command")
        #expect(check.mistake(in: ["halt"], besides: .nothing) == nil)
    }

    @Test("Dictation is labelled in words, but where an engine may write digits")
    func dictatedDigits() throws {
        let builtIn = try check("recognize: dictation")
        #expect(builtIn.mistake(in: .text(["at", "10"])) == "write '10' in words, as it was said")
        #expect(builtIn.mistake(in: .text(["the", "mp3", "of", "12.11.26"])) == nil)
        let engine = try check("recognize: dictation\ndictation: { engine: unix:///run/asr/asr.sock }")
        #expect(engine.mistake(in: .text(["at", "10"])) == nil)
    }

    @Test("Dictation has no commands")
    func dictation() throws {
        let check = try check("recognize: dictation")
        #expect(
            check.mistake(in: .command("lamp", slots: [:]))
                == "the configuration takes dictation and has no commands; label what is said as \"text\"")
        #expect(check.mistake(in: .text(["lamp"])) == nil)
    }
}
