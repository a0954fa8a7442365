import Foundation
import Language
import Testing

@testable import Evaluation

@Suite struct SoundAlikeTests {
    private static let dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
    private static let phones = PhoneSet(
        phones: """
            AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH
            """.components(separatedBy: " "))

    private func pairs(_ grammar: Grammar) throws -> [[String]] {
        let lexicon = try Lexicon(
            words: grammar.vocabulary, dictionary: Self.dictionary, phones: Self.phones)
        return SoundAlikeSearch(grammar: grammar, lexicon: lexicon).pairs(atMost: 12).map(\.pair)
    }

    @Test("Words that stand in each other's place and differ by one sound are named")
    func words() throws {
        let grammar = try Grammar(commands: ["light": "light <state>"], rules: ["state": "on | off | orange"])
        #expect(try pairs(grammar) == [["off", "on"]])
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
}
