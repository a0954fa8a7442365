import Models

// The Speech framework's ways to fill such data: a list of what is in it, and calls with what would be in a list.

extension CustomLanguageModelData {
    /// Data with what is listed.
    ///
    /// ```swift
    /// let shop = CustomLanguageModelData(locale: LocaleTag("en-US")!, identifier: "shop", version: "1") {
    ///     CustomLanguageModelData.PhraseCount(phrase: "a pound of butter", count: 20)
    ///     CustomLanguageModelData.PhraseCountsFromTemplates(classes: ["thing": ["butter", "gouda"]]) {
    ///         CustomLanguageModelData.TemplatePhraseCountGenerator.Template("how much is the <thing>", count: 10)
    ///     }
    ///     CustomLanguageModelData.CustomPronunciation(grapheme: "gouda", phonemes: ["G UW D AH"])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - locale: not looked at: the data serve whatever recognizer they are given to.
    ///   - identifier: not looked at, since nothing is prepared ahead.
    ///   - version: likewise.
    ///   - builder: what is in it.
    public init(
        locale: LocaleTag?, identifier: String, version: String,
        @DataInsertableBuilder builder: () -> [any DataInsertable]
    ) {
        self.init()
        for part in builder() { part.insert(into: &self) }
    }

    /// Data without any words yet, to be filled by calls: a `var`, since it is a value.
    ///
    /// ```swift
    /// var shop = CustomLanguageModelData(locale: LocaleTag("en-US"), identifier: "shop", version: "1")
    /// shop.insert(phraseCount: .init(phrase: "a pound of butter", count: 20))
    /// ```
    ///
    /// Nothing of what is given is looked at: see ``init(locale:identifier:version:builder:)-(LocaleTag?,_,_,_)``.
    public init(locale: LocaleTag?, identifier: String, version: String) {
        self.init()
    }

    /// Adds a phrase: ``insert(phrase:count:)``.
    public mutating func insert(phraseCount: PhraseCount) {
        phraseCount.insert(into: &self)
    }

    /// Adds the phrases of patterns, as they are now.
    public mutating func insert(phraseCountGenerator: TemplatePhraseCountGenerator) {
        phraseCountGenerator.insert(into: &self)
    }

    /// Adds how a word is pronounced: ``insert(pronunciation:of:)``.
    public mutating func insert(term: CustomPronunciation) {
        term.insert(into: &self)
    }

    /// The phones that pronunciations in a language may be made of, as its model pack writes them: empty where none speaks it, or
    /// where its acoustic model cannot be read.
    ///
    /// ```swift
    /// CustomLanguageModelData.supportedPhonemes(locale: LocaleTag("en-US")!)  // ["AA", "AE", "AH", …]
    /// ```
    ///
    /// The files are read at each call.
    public static func supportedPhonemes(locale: LocaleTag) -> [String] {
        (try? ModelPack.matching(locale, among: InstalledPacks.all)?.phones().phones) ?? []
    }

    /// A part of a list.
    public protocol DataInsertable: Sendable {
        /// Adds what it says.
        func insert(into data: inout CustomLanguageModelData)
    }

    /// Makes a list of parts.
    public typealias DataInsertableBuilder = ListBuilder<any DataInsertable>

    /// ``CustomLanguageModelData/insert(phrase:count:)`` as a part of a list.
    public struct PhraseCount: DataInsertable, Hashable {
        /// What is said.
        public let phrase: String
        /// How often, beside a phrase that is added with 1.
        public let count: Int

        /// - Parameters:
        ///   - phrase: what is said.
        ///   - count: how often.
        public init(phrase: String, count: Int) {
            self.phrase = phrase
            self.count = count
        }

        /// Adds the phrase.
        public func insert(into data: inout CustomLanguageModelData) {
            data.insert(phrase: phrase, count: count)
        }
    }

    /// ``CustomLanguageModelData/insert(pronunciation:of:)`` as a part of a list.
    public struct CustomPronunciation: DataInsertable, Hashable {
        /// The word.
        public let grapheme: String
        /// The ways in which it is said.
        public let phonemes: [String]

        /// - Parameters:
        ///   - grapheme: the word.
        ///   - phonemes: in the model's phones, `"G UW D AH"`, or, of English, in X-SAMPA, `"g u d @"`.
        public init(grapheme: String, phonemes: [String]) {
            self.grapheme = grapheme
            self.phonemes = phonemes
        }

        /// Adds the pronunciations.
        public func insert(into data: inout CustomLanguageModelData) {
            for phones in phonemes { data.insert(pronunciation: phones, of: grapheme) }
        }
    }
}
