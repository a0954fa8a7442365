import Decoding
import Models

/// What a wake spotter listens for, and what it holds that against.
struct WakeVocabulary: Sendable {
    let phrases: [WakePhrase]
    /// Their variants in the dictionary without accents.
    let usual: [WakePhrase.Variant]
    /// Pronunciations of their words, with accents where other words are known.
    let dictionary: String
    /// Nil leaves it at free phones.
    let rivals: WakeRivals?
    /// Nil leaves it at the acoustic model.
    let phones: PhoneWeights?

    /// - Parameters:
    ///   - dictionary: pronunciations of the phrases' words as text, as a `Lexicon` makes it.
    ///   - words: what else people say; nil knows neither these nor accents.
    ///   - phones: what the network of phones has learned.
    init(_ phrases: [WakePhrase], dictionary: String, words: CommonWords?, phones: PhoneWeights?) {
        self.phrases = phrases
        usual = phrases.flatMap { $0.variants(in: dictionary) }
        let dictionary = words == nil ? dictionary : WakeAccents.added(to: dictionary)
        self.dictionary = dictionary
        rivals = words.map { WakeRivals($0, phrases: phrases, dictionary: dictionary) }
        self.phones = phones
    }

    /// What the first look searches for.
    var keyphrases: [Keyphrase] { phrases.flatMap { $0.keyphrases(in: dictionary) } }

    /// Pronunciations of all that the second look searches for.
    var wholeDictionary: String { dictionary + "\n" + (rivals?.dictionary ?? "") }
}
