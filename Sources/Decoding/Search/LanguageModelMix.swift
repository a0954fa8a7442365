/// What a dictating decoder finds likely: a general language model, phrases of its own, or both.
package struct LanguageModelMix: Sendable, Hashable {
    /// A file in ARPA form or PocketSphinx's binary one.
    package var general: String?
    /// A language model of phrases, in ARPA form, as text.
    package var phrases: String?
    /// How much the phrases count beside the general model, between 0 and 1.
    package var phraseShare = 0.1
    /// A language model of what may be said between any two words, as marks are, in ARPA form, as text; beside one of the two.
    package var asides: String?
    /// Of the words said, so many are those of `asides`: one mark in some twenty words.
    package static let asideShare = 0.05

    /// One of the two, or both.
    package init(general: String? = nil, phrases: String? = nil) {
        self.general = general
        self.phrases = phrases
    }
}
