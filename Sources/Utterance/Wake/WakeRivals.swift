import Decoding
import Glibc
import Models

/// What people say when they do not say a wake phrase: the common words of the language, of which any may follow any other,
/// and the phrases among them, as if they were words, too.
///
/// Free phones explain a stranger's voice badly, and a phrase that happens to be like it wins against them. Words are what was
/// really said, and win against the phrase. Those of the phrase itself are among them: "smart thinking" is half of
/// "smart mirror", and nothing explains it as well as "smart" and another word.
///
/// Source: a vocabulary of common words as the filler, as R. C. Rose and D. B. Paul, "A hidden Markov model based keyword
/// recognition system", ICASSP 1990.
struct WakeRivals: Sendable {
    /// How often a phrase is said, of all words: far too often, since who says one says it to be heard.
    /// models/en-US/commands has what other shares come to.
    private static let phraseShare = 0.3

    /// The phone that stands for silence in every acoustic model.
    private static let silence = "SIL"

    /// Pronunciations of the words and of the phrases, in CMUdict's form, without those of the phrases' words, which are known. No
    /// word is like a phrase.
    let dictionary: String
    /// How likely each word is, in ARPA form; none depends on the one before.
    let wordModel: String
    /// The same of the phrases.
    let phraseModel: String

    /// - Parameters:
    ///   - dictionary: Pronunciations of the phrases' words, in CMUdict's form.
    ///   - words: Those that are a phrase, or sound like one, are left out: they are no rivals.
    init(_ words: CommonWords, phrases: [WakePhrase], dictionary: String) {
        let texts = Set(phrases.map(\.text))
        let spoken = phrases.map { phrase in
            (Self.entry(of: phrase.text), Self.pronunciations(of: phrase.variants(in: dictionary)))
        }
        let unlike = Set(spoken.flatMap(\.1))
        let rivals = words.words.filter { word in
            let stem = word.text.split(separator: "'").first.map(String.init) ?? word.text
            return !texts.contains(word.text) && !texts.contains(stem)
                && unlike.isDisjoint(with: word.pronunciations)
        }
        let known = Set(phrases.flatMap(\.words))
        let entries = rivals.filter { !known.contains($0.text) }.map { ($0.text, $0.pronunciations) } + spoken
        self.dictionary = entries.flatMap { Self.lines(of: $0.0, $0.1) }.joined()
        wordModel = Self.languageModel(rivals.map { ($0.text, $0.share) }, endShare: 0.08)
        phraseModel = Self.languageModel(spoken.map { ($0.0, Self.phraseShare) }, endShare: 1e-99)
    }

    /// In ARPA form.
    private static func languageModel(_ words: [(word: String, share: Double)], endShare: Double) -> String {
        let shares = words + [("</s>", endShare)]
        let unigrams = shares.map { "\(log10($0.share)) \($0.word)\n" }.joined()
        return "\\data\\\nngram 1=\(shares.count + 1)\n\n\\1-grams:\n-99 <s>\n\(unigrams)\n\\end\\\n"
    }

    /// A phrase as a word of the dictionary; no other word is spelt so.
    static func entry(of phrase: String) -> String {
        LanguageModelMix.joined(phrase.split(separator: " ").map(String.init))
    }

    /// A phrase of several words as one word: run together, and with pauses between them.
    private static func pronunciations(of variants: [WakePhrase.Variant]) -> [[String]] {
        variants.map(\.phones)
            + variants.filter { $0.words.count > 1 }.map { Array($0.words.joined(separator: [silence])) }
    }

    private static func lines(of word: String, _ pronunciations: [[String]]) -> [String] {
        zip(1..., pronunciations).map { number, phones in
            "\(word)\(number == 1 ? "" : "(\(number))") \(phones.joined(separator: " "))\n"
        }
    }
}
