import TestSupport
import Testing

@testable import Models

@Suite struct CommonWordsTests {
    private let pack = ModelPack.installed().first { $0.locale.language == "en" }

    @Test("The common words of English are read with how they are said and how often")
    func english() throws {
        let pack = try #require(pack)
        let words = try #require(try CommonWords(pack)).words
        #expect((2500...3500).contains(words.count))
        #expect(words.map(\.text) == words.map(\.text).sorted(), "the same each time")
        let the = try #require(words.first { $0.text == "the" })
        #expect(the.pronunciations.contains(["DH", "AH"]) && abs(the.share - 0.041) < 0.001)
        #expect(words.allSatisfy { $0.share >= 2e-5 && !$0.pronunciations.isEmpty })
        #expect(words.reduce(0) { $0 + $1.share } > 0.8, "most of what is said")
    }

    @Test("A pack that does not tell how often words are said has no common words")
    func withoutLanguageModel() throws {
        var silent = try #require(pack)
        silent.languageModels.dictation = nil
        #expect(try CommonWords(silent) == nil)
    }
}
