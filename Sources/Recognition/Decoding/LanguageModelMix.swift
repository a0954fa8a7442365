/// What a dictating decoder finds likely: a general language model, phrases of its own, or both.
struct LanguageModelMix: Sendable, Hashable {
    /// A file in ARPA form or PocketSphinx's binary one.
    var general: String?
    /// A language model of phrases, in ARPA form, as text.
    var phrases: String?
    /// How much the phrases count beside the general model, between 0 and 1.
    var phraseShare = 0.1
}
