import Models

// The Speech framework's way to fill such data: a list of what is in it.

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

    /// A part of a list.
    public protocol DataInsertable: Sendable {
        /// Adds what it says.
        func insert(into data: inout CustomLanguageModelData)
    }

    /// Makes a list of its parts, with `if`, `else` and `for` in it.
    @resultBuilder public enum DataInsertableBuilder {
        /// A part.
        public static func buildExpression(_ part: any DataInsertable) -> [any DataInsertable] { [part] }
        /// One after the other.
        public static func buildBlock(_ parts: [any DataInsertable]...) -> [any DataInsertable] {
            parts.flatMap { $0 }
        }
        /// Of an `if` without `else`.
        public static func buildOptional(_ parts: [any DataInsertable]?) -> [any DataInsertable] {
            parts ?? []
        }
        /// Of an `if`.
        public static func buildEither(first parts: [any DataInsertable]) -> [any DataInsertable] { parts }
        /// Of its `else`.
        public static func buildEither(second parts: [any DataInsertable]) -> [any DataInsertable] { parts }
        /// Of a loop.
        public static func buildArray(_ parts: [[any DataInsertable]]) -> [any DataInsertable] {
            parts.flatMap { $0 }
        }
    }

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
        /// The ways in which it is said, in the model's phones.
        public let phonemes: [String]

        /// - Parameters:
        ///   - grapheme: the word.
        ///   - phonemes: in the model's phones, `"G UW D AH"`, not in X-SAMPA.
        public init(grapheme: String, phonemes: [String]) {
            self.grapheme = grapheme
            self.phonemes = phonemes
        }

        /// Adds the pronunciations.
        public func insert(into data: inout CustomLanguageModelData) {
            for phones in phonemes { data.insert(pronunciation: phones, of: grapheme) }
        }
    }

    /// Patterns of phrases.
    public enum TemplatePhraseCountGenerator {
        /// One of them.
        public struct Template: Sendable, Hashable {
            /// Words, and names of classes between `<` and `>`.
            public let body: String
            /// How often all of its phrases are said together.
            public let count: Int

            /// - Parameters:
            ///   - body: words, and names of classes between `<` and `>`.
            ///   - count: how often all of its phrases are said together.
            public init(_ body: String, count: Int) {
                self.body = body
                self.count = count
            }
        }
    }

    /// ``CustomLanguageModelData/insert(template:classes:count:)`` as a part of a list.
    public struct PhraseCountsFromTemplates: DataInsertable, Hashable {
        /// What may stand for each name.
        public let classes: [String: [String]]
        /// The patterns.
        public let templates: [TemplatePhraseCountGenerator.Template]

        /// Makes a list of patterns.
        @resultBuilder public enum TemplatesBuilder {
            /// One after the other.
            public static func buildBlock(
                _ templates: TemplatePhraseCountGenerator.Template...
            ) -> [TemplatePhraseCountGenerator.Template] { templates }
        }

        /// - Parameters:
        ///   - classes: what may stand for each name.
        ///   - builder: the patterns.
        public init(
            classes: [String: [String]],
            @TemplatesBuilder builder: () -> [TemplatePhraseCountGenerator.Template]
        ) {
            self.classes = classes
            templates = builder()
        }

        /// Adds their phrases.
        public func insert(into data: inout CustomLanguageModelData) {
            for template in templates {
                data.insert(template: template.body, classes: classes, count: template.count)
            }
        }
    }
}
