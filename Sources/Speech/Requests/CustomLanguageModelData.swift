import Platform
import Vocabulary

/// A site's own words: phrases and how often they are said, patterns of phrases, and how words are pronounced.
///
/// Open dictation is the weak side of a recognizer this small (four words in ten are wrong: Figures, "Dictation"), and its
/// own vocabulary is what makes a kiosk usable. Beside the general language model the phrases are made likelier;
/// alone (``SpeechRecognitionRequest/usesOnlyCustomizedLanguageModel``) they are all that can be said, which is far
/// more accurate, faster, and takes far less memory.
///
///     var shop = CustomLanguageModelData()
///     shop.insert(phrase: "a pound of butter", count: 20)
///     shop.insert(template: "how much is the <thing>", classes: ["thing": ["butter", "goat cheese", "gouda"]])
///     shop.insert(pronunciation: "G UW D AH", of: "gouda")
///     request.customizedLanguageModel = shop
///
/// A value; any thread may use it. Words are compared in lower case, without punctuation (apostrophes and hyphens are
/// part of a word).
public struct CustomLanguageModelData: Sendable, Hashable {
    /// Phrases as their words, with their counts.
    private(set) var phrases: [[String]: Double] = [:]
    /// By word: pronunciations in the model's phones.
    private(set) var pronunciations: [String: [String]] = [:]

    private static let mostPhrasesOfTemplate = 10_000

    /// Without any words yet.
    public init() {}

    /// Adds a phrase that is said `count` times as often as one that is added with 1; once more adds to its count. A
    /// phrase without words, and a count below 1, add nothing.
    public mutating func insert(phrase: String, count: Int = 1) {
        let words = Self.words(of: phrase)
        guard !words.isEmpty, count > 0 else { return }
        phrases[words, default: 0] += Double(count)
    }

    /// Adds all phrases of a pattern, which are said `count` times together. Beyond 10 000 phrases the rest is left out
    /// without a word.
    ///
    /// - Parameters:
    ///   - template: words, and names between `<` and `>`.
    ///   - classes: what may stand for each name, words each; a name without a class is left out.
    ///   - count: how often all of them are said, beside a phrase that is added with 1.
    public mutating func insert(template: String, classes: [String: [String]], count: Int = 1) {
        var expanded = [""]
        var rest = template[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let fixed = rest[..<open]
            let members = classes[String(rest[rest.index(after: open)..<close])] ?? [""]
            // Lazily, as two classes of thousands make millions of phrases.
            let all = expanded.lazy.flatMap { start in members.lazy.map { start + fixed + $0 } }
            expanded = Array(all.prefix(Self.mostPhrasesOfTemplate))
            rest = rest[rest.index(after: close)...]
        }
        for phrase in expanded {
            let words = Self.words(of: phrase + rest)
            guard !words.isEmpty, count > 0 else { continue }
            phrases[words, default: 0] += Double(count) / Double(expanded.count)
        }
    }

    /// Says how a word is pronounced, in the model's phones: `"G UW D AH"`; upper or lower case is the same. A word
    /// may have several pronunciations: insert each.
    ///
    /// It takes the place of what the dictionary says of the word, wherever the word can be said: in a phrase, in a
    /// ``SpeechRecognitionRequest/grammar``, or in the general language model. So a wrong entry can be put right; to keep
    /// a right one beside it, insert that, too. A word that stands in none of these is still not recognized, and an empty
    /// pronunciation is ignored; so is one of several words ("New York"), with a warning in the log: say how each is
    /// pronounced. A phone that the model does not have ends the task with ``RecognitionError/model(_:)``.
    public mutating func insert(pronunciation: String, of word: String) {
        let words = Self.words(of: word)
        guard let first = words.first, pronunciation.contains(where: { !$0.isWhitespace }) else { return }
        guard words.count == 1 else {
            Log.warning(
                "the pronunciation of '\(word)' is ignored, as it is \(words.count) words; give each its own",
                from: "speech")
            return
        }
        pronunciations[first, default: []].append(pronunciation)
    }

    /// This and another one; what both say of a phrase counts for both. The same whichever is the other.
    func merged(with other: CustomLanguageModelData) -> CustomLanguageModelData {
        var merged = self
        merged.phrases.merge(other.phrases, uniquingKeysWith: +)
        merged.pronunciations.merge(other.pronunciations) { Set($0 + $1).sorted() }
        return merged
    }

    /// The words of a text as they stand in dictionaries: lower case, letters, digits, straight apostrophes and hyphens only.
    static func words(of text: String) -> [String] {
        text.lowercased().replacing("’", with: "'").split {
            !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "-")
        }.map(String.init)
    }

    var model: PhraseModel {
        var model = PhraseModel()
        // Of a pattern's phrases, each is a part of one.
        for (words, count) in phrases { model.add(words, weight: count) }
        return model
    }
}
