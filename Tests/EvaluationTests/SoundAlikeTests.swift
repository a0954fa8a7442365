import Foundation
import Models
import Testing

@testable import Evaluation
@testable import Grammar

@Suite struct SoundAlikeTests {
    private static let dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
    private static let phones = PhoneSet(
        phones: """
            AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH
            """.components(separatedBy: " "))

    private func pairs(_ grammar: Grammar) throws -> [[String]] {
        let lexicon = try Lexicon(
            words: grammar.vocabulary, dictionary: Self.dictionary, phones: Self.phones)
        return SoundAlikeSearch(grammar: grammar, lexicon: lexicon).pairs().map(\.pair)
    }

    @Test("Words that stand in each other's place and differ by one sound are named")
    func words() throws {
        let grammar = try Grammar(commands: ["light": "light <state>"], rules: ["state": "on | off | orange"])
        #expect(try pairs(grammar) == [["off", "on"]])
    }

    @Test("The nearest of very many sentences of two commands are found")
    func sentences() throws {
        let polite = "[please | kindly | now then | if you would | be so good]"
        let grammar = try Grammar(
            commands: [
                "section": "\(polite) (raise | lower) <action>",
                "move": "\(polite) <dir> the <part> [of the bed] [by <0..90> degrees]",
                "weight": "record weight <0..1000> [point <0..9>]",
            ],
            rules: [
                "action": "(head | feet) [all the way]", "dir": "raise | lower",
                "part": "head [rest] | foot [rest] | knee [section]",
            ])
        let pair = try #require(try pairs(grammar).first { $0[0].contains("head") && $0[1].contains("the") })
        #expect(pair[1].replacingOccurrences(of: " the ", with: " ") == pair[0])
    }

    @Test(
        "Commands that sound the same in other words are found, and those that share their words are not listed twice"
    )
    func homophones() throws {
        #expect(
            try pairs(Grammar(commands: ["a": "(go | walk) right now", "b": "(go | walk) [on] write now"]))
                .count
                == 1)
        #expect(try pairs(Grammar(commands: ["a": "open the gate", "b": "open the (gate | window)"])) == [])
    }

    @Test("In a list too long to compare each with each, words one sound apart are found all the same")
    func longList() throws {
        // Long words are many sounds apart.
        let lines = try String(contentsOfFile: Self.dictionary, encoding: .utf8).components(separatedBy: "\n")
        let words = lines.compactMap { $0.components(separatedBy: " ").first }.filter { word in
            word.count > 12 && word.allSatisfy(\.isLetter)
        }
        let names = stride(from: 0, to: words.count, by: words.count / 500).map { words[$0] }
        #expect(names.count >= 500)
        let grammar = try Grammar(
            commands: ["call": "call <name>"],
            rules: ["name": (names + ["wendell", "kendall"]).joined(separator: " | ")])
        #expect(try pairs(grammar).contains(["kendall", "wendell"]))
    }

    @Test("Sequences one element apart share a key, and others do not")
    func deletions() {
        func areNear(_ a: [Int], _ b: [Int]) -> Bool {
            let keys = [a, b].map { Set(DeletionNeighbourhood.keys(of: $0)) }
            return !keys[0].isDisjoint(with: keys[1])
        }
        #expect(areNear([1, 2, 3], [1, 2, 3]))
        #expect(areNear([1, 2, 3], [1, 3]))
        #expect(areNear([1, 2, 3], [2, 3]))
        #expect(areNear([1, 2, 3], [1, 7, 3]))
        #expect(areNear([0], []))
        #expect(!areNear([1, 2, 3], [3, 2, 1]))
        #expect(!areNear([1, 2, 3, 4], [4, 1, 2, 3, 5]))
        #expect(!areNear([0, 0, 0], [0]))
        let pairs = DeletionNeighbourhood.pairs([
            (4, DeletionNeighbourhood.keys(of: [1, 2])), (2, DeletionNeighbourhood.keys(of: [1])),
            (9, DeletionNeighbourhood.keys(of: [5, 6, 7])), (4, DeletionNeighbourhood.keys(of: [1, 3])),
        ])
        #expect(pairs.map { [$0.0, $0.1] } == [[2, 4]])
    }

    @Test("Of hundreds of commands, those one sound apart are found without comparing each with each")
    func manyCommands() throws {
        let lines = try String(contentsOfFile: Self.dictionary, encoding: .utf8).components(separatedBy: "\n")
        let words = lines.compactMap { $0.components(separatedBy: " ").first }.filter { word in
            word.count > 12 && word.allSatisfy(\.isLetter)
        }
        let names = stride(from: 0, to: words.count, by: words.count / 250).map { words[$0] }
        let said = names.map { "\($0) at once" } + ["put the wendell down", "would you put the kendall down"]
        let grammar = try Grammar(
            commands: said.enumerated().map { ("command\($0)", $1) }, rules: [], statesAtMost: 20_000)
        #expect(try !pairs(grammar).contains { $0[0].contains("kendall") }, "two words more are many sounds")
        let near = try Grammar(
            commands: (said.dropLast() + ["put the kendall down"]).enumerated().map { ("command\($0)", $1) },
            rules: [], statesAtMost: 20_000)
        #expect(try pairs(near).contains { $0.contains { $0.contains("kendall") } })
    }
}
