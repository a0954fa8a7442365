extension CustomLanguageModelData {
    /// Makes a list of its parts, with `if`, `else` and `for` in it: what stands in the braces after a
    /// ``CustomLanguageModelData`` or ``CustomLanguageModelData/PhraseCountsFromTemplates``.
    ///
    /// ```swift
    /// CustomLanguageModelData.PhraseCountsFromTemplates(classes: ["thing": things]) {
    ///     for question in ["how much is", "is there"] {
    ///         CustomLanguageModelData.TemplatePhraseCountGenerator.Template("\(question) <thing>", count: 10)
    ///     }
    /// }
    /// ```
    @resultBuilder public enum ListBuilder<Part> {
        /// A part.
        public static func buildExpression(_ part: Part) -> [Part] { [part] }
        /// One after the other.
        public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
        /// Of an `if` without `else`.
        public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
        /// Of an `if`.
        public static func buildEither(first parts: [Part]) -> [Part] { parts }
        /// Of its `else`.
        public static func buildEither(second parts: [Part]) -> [Part] { parts }
        /// Of a loop.
        public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
    }
}
