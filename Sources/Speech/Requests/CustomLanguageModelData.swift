import Grammar
import Platform

/// A site's own words: phrases and how often they are said, patterns of phrases, and how words are pronounced.
///
/// Open dictation is the weak side of a recognizer this small (a third of the words are wrong for a clear reader, half or more for
/// others: Figures, "Dictation"), and its own vocabulary is what makes a kiosk usable. Beside the general language model the phrases
/// are made likelier; alone (``SpeechRecognitionRequest/usesOnlyCustomizedLanguageModel``) they are all that can be said, which is far
/// more accurate, faster, and takes far less memory.
///
///     var shop = CustomLanguageModelData()
///     shop.insert(phrase: "a pound of butter", count: 20)
///     shop.insert(template: "how much is the <thing>", classes: ["thing": ["butter", "goat cheese", "gouda"]])
///     shop.insert(pronunciation: "G UW D AH", of: "gouda")
///     request.customizedLanguageModel = shop
///
/// A value; any thread may use it. Words are compared in lower case, without punctuation. Apostrophes and hyphens are part of a word
/// that has a pronunciation so; of another one, quotation marks around it are left out, and it is taken apart at its hyphens and where
/// digits begin: "COVID-19" is "covid nineteen".
public struct CustomLanguageModelData: Sendable, Hashable {
    /// Phrases as their words, with their counts.
    private(set) var phrases: [[String]: Double] = [:]
    /// By word: pronunciations in the model's phones.
    private(set) var pronunciations: [String: [String]] = [:]

    private static let mostPhrasesOfTemplate = 10_000

    /// Without any words yet.
    public init() {}

    /// Adds a phrase that is said `count` times as often as one that is added with 1; once more adds to its count. A
    /// phrase without words, and a count below 1, add nothing. Numbers in digits are said as numbers, where the pack has words for
    /// them; a phrase with a word that has no pronunciation is left out, with a warning in the log.
    public mutating func insert(phrase: String, count: Int = 1) {
        let words = Self.words(of: phrase)
        guard !words.isEmpty, count > 0 else { return }
        phrases[words, default: 0] += Double(count)
    }

    /// Adds all phrases of a pattern, which are said `count` times together. Of more than 10 000, as many are taken that are spread
    /// evenly over the classes, with a warning in the log.
    ///
    /// - Parameters:
    ///   - template: words, and names between `<` and `>`.
    ///   - classes: what may stand for each name, words each; a name without a class is left out.
    ///   - count: how often all of them are said, beside a phrase that is added with 1.
    public mutating func insert(template: String, classes: [String: [String]], count: Int = 1) {
        var expanded = [""]
        var isThinned = false
        for part in PhraseTemplate(template).parts {
            let choices: [String] =
                switch part {
                case .text(let text): [text]
                case .slot(let name): classes[name] ?? [""]
                }
            let all = expanded.count * choices.count
            isThinned = isThinned || all > Self.mostPhrasesOfTemplate
            expanded = Self.spread(over: all, atMost: Self.mostPhrasesOfTemplate).map {
                expanded[$0 / choices.count] + choices[$0 % choices.count]
            }
        }
        if isThinned {
            Log.warning(
                "the pattern '\(template)' has more than \(Self.mostPhrasesOfTemplate) phrases; as many are taken of it",
                from: "speech")
        }
        for phrase in expanded {
            let words = Self.words(of: phrase)
            guard !words.isEmpty, count > 0 else { continue }
            phrases[words, default: 0] += Double(count) / Double(expanded.count)
        }
    }

    /// All numbers below `count`, or so many of them that are spread over it, and over each of its factors; in order.
    ///
    /// In even steps, where `SentenceExpansion` shuffles: each phrase may be said here, and is a part of a model of words there.
    private static func spread(over count: Int, atMost most: Int) -> [Int] {
        guard count > most else { return Array(0..<count) }
        // Steps of the golden ratio are spread evenly, and with no factor in common with `count` none comes twice.
        var step = Int(Double(count) * 0.618_033_988_7)
        while !isCoprime(step, count) { step += 1 }
        return (0..<most).map { $0 * step % count }.sorted()
    }

    private static func isCoprime(_ first: Int, _ second: Int) -> Bool {
        second == 0 ? first == 1 : isCoprime(second, first % second)
    }

    /// Says how a word is pronounced, in the model's phones: `"G UW D AH"`; upper or lower case is the same. With a pack that has
    /// CMUdict's phones X-SAMPA is understood, too: `"g u d @"`. A word may have several pronunciations: insert each.
    ///
    /// It takes the place of what the dictionary says of the word, wherever the word can be said: in a phrase, in a
    /// ``SpeechRecognitionRequest/grammar``, or in the general language model. So a wrong entry can be put right; to keep
    /// a right one beside it, insert that, too. A word that stands in none of these is still not recognized, and an empty
    /// pronunciation is ignored; so is one of several words ("New York"), with a warning in the log: say how each is
    /// pronounced. A phone that the model does not have ends a task with a grammar by ``RecognitionError/model(_:)``; else that
    /// pronunciation is left out, with a warning.
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

    /// The words of a text as they stand in dictionaries: lower case, letters, digits, straight apostrophes and hyphens only. Signs
    /// alone are no word, and 3,000 is one number.
    static func words(of text: String) -> [String] {
        let pieces = text.lowercased().replacing("’", with: "'").split {
            !($0.isLetter || $0.isNumber || "'-,".contains($0))
        }
        let words = pieces.flatMap { piece -> [String] in
            let parts = piece.split(separator: ",")
            return isOneNumber(parts) ? [parts.joined()] : parts.map(String.init)
        }
        return words.filter { $0.contains { $0.isLetter || $0.isNumber } }
    }

    /// Whether they are groups of digits with commas between them.
    private static func isOneNumber(_ parts: [Substring]) -> Bool {
        parts.count > 1 && parts[0].count <= 3 && parts.dropFirst().allSatisfy { $0.count == 3 }
            && parts.joined().allSatisfy { ("0"..."9").contains($0) }
    }
}
