import Configuration

/// Turns a written word into the spelling that dictionaries use.
///
/// ```swift
/// try SpokenWord.words(of: "What’s  up")      // ["what's", "up"]
/// ```
package enum SpokenWord {
    /// Why a phrase is not words alone, and what to do.
    package struct Objection: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The words of a phrase of nothing but words, as dictionaries spell them.
    package static func words(of phrase: String) throws(Objection) -> [String] {
        try phrase.split(whereSeparator: \.isWhitespace).map { word throws(Objection) in
            do throws(PhraseScanner.Failure) {
                return try text(ArraySlice(word.unicodeScalars))
            } catch {
                throw Objection(description: error.text)
            }
        }
    }

    /// The word in lower case, with a straight apostrophe, or a diagnostic about a character that is not said.
    ///
    /// - Parameter raw: the word where it stands in the text.
    static func text(_ raw: ArraySlice<Unicode.Scalar>) throws(PhraseScanner.Failure) -> String {
        func fail(at index: Int, _ text: String) -> PhraseScanner.Failure { .init(text: text, offset: index) }
        if let index = raw.firstIndex(where: { ",?!:".unicodeScalars.contains($0) }) {
            throw fail(at: index, "'\(raw[index])' is not said; write only the words")
        }
        if let index = raw.indices.last, raw[index] == ".", endsSentence(raw.dropLast()) {
            throw fail(at: index, "'.' is not said; write only the words")
        }
        if let index = raw.firstIndex(where: \.isInvisible) {
            throw fail(at: index, raw[index].invisibility)
        }
        if let index = raw.firstIndex(where: isTypographicQuote) {
            throw fail(at: index, "'\(raw[index])' is not said; write straight quotes instead, or none")
        }
        return String(String.UnicodeScalarView(raw.map { $0 == "\u{2019}" ? "'" : $0 })).lowercased()
    }

    /// Whether a point behind the word is a full stop, and not that of "a.m.", "a." or "mr.".
    private static func endsSentence(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        word.count > 1 && !word.contains(".")
            && word.contains { "aeiouyAEIOUY".unicodeScalars.contains($0) }
    }

    /// „These“, “these”, «these»; not the apostrophe of “don’t”.
    private static func isTypographicQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .initialPunctuation, .finalPunctuation: scalar != "\u{2019}"
        default: scalar == "\u{201E}" || scalar == "\u{201A}"
        }
    }
}
