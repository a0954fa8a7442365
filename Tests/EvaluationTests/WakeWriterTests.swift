import Foundation
import Interpretation
import TestSupport
import Testing
import Utterance

@testable import Evaluation

@Suite("Wake writer")
struct WakeWriterTests {
    private static let commands = "commands: { lamp: { say: \"lamp on\" } }  # the only one\n"
    private let folder = TemporaryFolder()
    private let computer = WakePhrase("computer", acceptance: 4)
    private let workshop = WakePhrase("okay workshop", trigger: 1e-26, acceptance: 2.5)

    private func rewritten(_ wake: String, _ phrases: [WakePhrase]) throws -> String {
        let path = folder.write(wake + "\n" + Self.commands, to: "site.yaml")
        try WakeWriter.write(phrases, to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasSuffix("\n" + Self.commands))
        return String(text.dropLast(Self.commands.count + 1))
    }

    @Test("Thresholds are set however the phrases were written, and nothing else changes")
    func forms() throws {
        for (before, after) in [
            ("wake: computer  # hello", "wake: { computer: { acceptance: 4 } }  # hello"),
            ("wake: 'computer'", "wake: { 'computer': { acceptance: 4 } }"),
            ("wake: [jarvis, computer]", "wake: [jarvis, computer: { acceptance: 4 }]"),
            ("wake: { computer, jarvis: }", "wake: { computer: { acceptance: 4 }, jarvis: }"),
            ("wake:\n  computer:   # mine", "wake:\n  computer: { acceptance: 4 }   # mine"),
            ("wake:\n  computer: { acceptance: 2 }", "wake:\n  computer: { acceptance: 4 }"),
            (
                "wake:\n- jarvis\n- computer # c\n",
                "wake:\n- jarvis\n- computer: { acceptance: 4 } # c\n"
            ),
            (
                "wake:\n  computer:\n    # Found by trial.\n    trigger: 1e-25  # slow\n    acceptance: 1 # loose",
                "wake:\n  computer:\n    # Found by trial.\n    trigger: 1e-25  # slow\n    acceptance: 4 # loose"
            ),
        ] {
            #expect(try rewritten(before, [computer]) == after)
        }
    }

    @Test("Several phrases are set at once, and a threshold that was not there is added")
    func several() throws {
        #expect(
            try rewritten("wake: [ \"okay workshop\", computer ]", [workshop, computer])
                == "wake: [ \"okay workshop\": { acceptance: 2.5, trigger: 1e-26 }, computer: { acceptance: 4 } ]"
        )
        #expect(
            try rewritten("wake:\n  okay workshop:\n    acceptance: 3\n", [workshop])
                == "wake:\n  okay workshop:\n    trigger: 1e-26\n    acceptance: 2.5\n")
    }

    /// Whether `wake` is left as it is, and it is said what to set.
    private func isLeftAlone(_ wake: String) throws -> Bool {
        let text = wake + "\n" + Self.commands
        let path = folder.write(text, to: "site.yaml")
        #expect {
            try WakeWriter.write([computer], to: path)
        } throws: {
            "\($0)".contains("computer: { acceptance: 4 }")
        }
        return try String(contentsOfFile: path, encoding: .utf8) == text
    }

    @Test("What another phrase has by an anchor, too, is set by hand")
    func anchor() throws {
        #expect(try isLeftAlone("wake: { computer: &mine { acceptance: 3.5 }, jarvis: *mine }"))
    }

    @Test("A phrase that is not there leaves the file as it was, and the message says what to set")
    func notThere() throws {
        #expect(try isLeftAlone("wake: jarvis"))
    }
}
