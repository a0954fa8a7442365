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

    @Test("Dictation has no commands")
    func dictation() throws {
        let check = try check("recognize: dictation")
        #expect(
            check.mistake(in: .command("lamp", slots: [:]))
                == "the configuration takes dictation and has no commands; label what is said as \"text\"")
        #expect(check.mistake(in: .text(["lamp"])) == nil)
    }
}
