import Configuration

/// The phones that pronunciations may use: those of the acoustic model, without silence and noises. A pack's are
/// ``ModelPack/phones()``.
///
/// ```swift
/// let phones = try pack.phones()
/// let word = try phones.parse("w er d", of: "word")       // ["W", "ER", "D"]
/// ```
package struct PhoneSet: Sendable, Hashable {
    /// As the acoustic model writes them, in its order.
    package let phones: [String]
    /// Silence and noises, which no pronunciation of a word may use.
    package let fillers: Set<String>
    private let byLowerCase: [String: String]

    /// - Parameters:
    ///   - phones: as the acoustic model writes them; those among `fillers` are left out.
    ///   - fillers: silence and noises, such as `SIL`.
    package init(phones: [String], fillers: Set<String> = []) {
        self.phones = phones.filter { !fillers.contains($0) }
        self.fillers = fillers
        byLowerCase = Dictionary(self.phones.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// The phone as the model writes it, whatever the case; nil if there is none.
    package subscript(phone: String) -> String? { byLowerCase[phone.lowercased()] }

    /// The phones of `"W ER D"`, each as the model writes it; empty for a text without any.
    ///
    /// - Parameters:
    ///   - pronunciation: phones with white space between them, in upper or lower case.
    ///   - word: whose it is, for the error.
    /// - Throws: `.unknownPhone` for the first that the model does not have, with the one that was probably meant.
    package func parse(_ pronunciation: String, of word: String) throws(ModelError) -> [String] {
        var parsed: [String] = []
        for phone in pronunciation.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let known = self[phone] else {
                // CMUdict's own files write the stress of a vowel as a digit.
                let near = self[String(phone.prefix { !$0.isNumber })] ?? nearest(to: phone, among: phones)
                throw .unknownPhone(word: word, phone: phone, nearest: near, known: phones)
            }
            parsed.append(known)
        }
        return parsed
    }
}
