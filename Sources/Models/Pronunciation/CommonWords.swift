/// The words of a language that are said most, as rivals for what is listened for: sound that these explain better was meant
/// for nobody.
///
/// ```swift
/// let words = try CommonWords(pack)
/// words?.words.count      // 3000 or so
/// ```
///
/// A value; any thread may use it.
package struct CommonWords: Sendable {
    /// A word, how it is said, and how often.
    package struct Word: Sendable, Hashable {
        /// In lower case.
        package var text: String
        /// At least one; each at least one phone, as the acoustic model writes it.
        package var pronunciations: [[String]]
        /// Of all words that are said, above 0 and below 1.
        package var share: Double

        /// For tests; those of a language are read from its pack.
        package init(text: String, pronunciations: [[String]], share: Double) {
            self.text = text
            self.pronunciations = pronunciations
            self.share = share
        }
    }

    /// Rarer words are left out: the others are 3000 in English, and more than 8 of 10 that are said.
    private static let leastShare = 2e-5

    /// In alphabetical order.
    package let words: [Word]

    /// For tests; those of a language are read from its pack.
    package init(_ words: [Word]) {
        self.words = words
    }

    /// Reads a pack's language model and dictionary, which takes 0.04 s on a PC; that on a small board was not measured.
    ///
    /// - Returns: Nil for a pack without a language model that says how often words are said, or with one that is broken: that is
    ///   told to whoever dictates with it.
    /// - Throws: `.unusableModel` if another file of the pack cannot be read.
    package init?(_ pack: ModelPack) throws(ModelError) {
        guard let path = pack.languageModels.dictation,
            let shares = try? WordFrequencies(path: path, least: Self.leastShare)?.shares
        else { return nil }
        let phones = try pack.phones()
        let known = try DictionaryFile(path: pack.dictionary).pronunciations(of: shares.keys)
        words = known.sorted { $0.key < $1.key }.compactMap { word, pronunciations in
            let usable = pronunciations.filter { !$0.isEmpty && $0.allSatisfy(phones.phones.contains) }
            guard let share = shares[word], !usable.isEmpty else { return nil }
            return Word(text: word, pronunciations: usable, share: share)
        }
    }
}
