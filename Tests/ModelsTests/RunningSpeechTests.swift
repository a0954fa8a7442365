import Glibc
import TestSupport
import Testing

@testable import Models

@Suite struct RunningSpeechTests {
    private static let model = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"
    private let folder = TemporaryFolder()

    @Test("How often words are said is read from the language model, seldom ones left out")
    func frequencies() throws {
        let all = try #require(try WordFrequencies(path: Self.model)).shares
        #expect(all.count == 72_547)
        #expect(abs(all.values.reduce(0, +) - 1) < 0.001)
        #expect(abs((all["the"] ?? 0) - 0.041) < 0.001)
        let common = try #require(try WordFrequencies(path: Self.model, least: 0.001)).shares
        #expect(common["the"] == all["the"] && common["tomato"] == nil)
    }

    @Test("A model that does not tell how often words are said tells nothing, and a broken one is refused")
    func otherModels() throws {
        let text = folder.write("\\data\\\nngram 1=1\n\n\\1-grams:\n-1 word\n\\end\\\n", to: "text.lm")
        #expect(try WordFrequencies(path: text) == nil)
        let bytes = bytes(of: Self.model)
        let short = folder.write(Array(bytes.prefix(bytes.count / 2)), to: "short.bin")
        #expect(throws: ModelError.self) { try WordFrequencies(path: short) }
    }

    @Test(
        "A language model whose words do not add up, or that is broken, tells nothing of speech, and is no fault of a wake phrase"
    )
    func unusableModels() throws {
        var pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        var bytes = bytes(of: Self.model)
        let whole = try MappedFile(path: Self.model)
        let unigrams = try #require(try LanguageModelFile(whole).unigrams)
        // Half of the words as likely as can be: the form is right, the sum is not.
        for index in 0..<30_000 {
            let at = unigrams + index * LanguageModelFile.unigramSize
            bytes.replaceSubrange(at..<at + 4, with: [0, 0, 0, 0])
        }
        pack.languageModels.dictation = folder.write(bytes, to: "unbalanced.bin")
        #expect(try RunningSpeech(pack) == nil)
        pack.languageModels.dictation = folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.bin")
        #expect(try RunningSpeech(pack) == nil)
    }

    @Test("A phrase is said by chance as often as words come to it, and words that are like it count less")
    func occurrences() {
        let speech = RunningSpeech(
            pronunciations: ["go": [["G", "OW"]], "no": [["N", "OW"]], "strange": [["X"]]],
            shares: ["go": 0.1, "no": 0.01, "strange": 0.5], phones: ["G", "OW", "N"])
        let other = exp(-2.5)
        // One word that is it, one that differs in one sound, or two words, each with a sound too many.
        let oneWord = 0.1 + 0.01 * other
        let twoWords = (0.1 * other + 0.01 * other * other) * (0.11 * other)
        #expect(abs(speech.occurrences(of: ["G", "OW"]) - 9000 * (oneWord + twoWords)) < 1e-6)
        #expect(speech.share(of: ["G", "OW"]) == 0.1 && speech.share(of: ["G"]) == 0)
        #expect(speech.occurrences(of: ["X"]) == 0, "no phone of the model")
        #expect(speech.occurrences(of: []) == 0)
    }

    @Test("Ordinary speech has more that is like a short phrase of common sounds than like a long one")
    func phrases() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        let speech = try #require(try RunningSpeech(pack))
        func occurrences(_ phones: String) -> Double {
            speech.occurrences(of: phones.split(separator: " ").map(String.init))
        }
        let house = occurrences("HH AW S")
        let computer = occurrences("K AH M P Y UW T ER")
        let long = occurrences("HH EY K AH M P Y UW T ER")
        #expect(house > 5 * computer && computer > 5 * long, "\(house), \(computer), \(long)")
    }
}
