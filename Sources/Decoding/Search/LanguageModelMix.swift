/// What a dictating decoder finds likely: a general language model, phrases of its own, or both.
package struct LanguageModelMix: Sendable, Hashable {
    /// A file in ARPA form or PocketSphinx's binary one.
    package var general: String?
    /// A language model of phrases, in ARPA form, as text.
    package var phrases: String?
    /// How much the phrases count beside the general model, between 0 and 1.
    package var phraseShare = 0.1
    /// A language model of what may be said between any two words, as marks are, in ARPA form, as text; beside one of the two. What has
    /// several words is one to it (``entry(of:)``).
    package var asides: String?
    /// Of all that is said, so much is of `asides`: a mark in fifty words.
    static let asideShare = 0.02

    /// One of the two, or both.
    package init(general: String? = nil, phrases: String? = nil) {
        self.general = general
        self.phrases = phrases
    }

    /// An aside as an entry of a dictionary: several words are said together or not at all, and a single one is an entry as it is.
    ///
    /// Words of their own are heard without the others, too: of 61 orders by a vocabulary of 275 others, 8 texts had changed by "new",
    /// "point", "that" and their like.
    package static func entry(of words: [String]) -> String {
        words.count == 1 ? words[0] : joined(words)
    }

    /// Words as one entry of a dictionary; no other word is spelt so.
    package static func joined(_ words: [String]) -> String { words.joined(separator: "_") + "_" }

    /// What is said for an entry.
    static func text(of entry: String) -> String {
        guard entry.utf8.last == UInt8(ascii: "_") else { return entry }
        return entry.dropLast().split(separator: "_").joined(separator: " ")
    }
}
