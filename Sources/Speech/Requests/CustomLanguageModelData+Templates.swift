import Synchronization

// Patterns of phrases, as the Speech framework names them.

extension CustomLanguageModelData {
    /// Patterns of phrases and what may stand in them, which are added one at a time.
    ///
    /// ```swift
    /// let orders = CustomLanguageModelData.TemplatePhraseCountGenerator()
    /// orders.define(className: "thing", values: ["butter", "gouda"])
    /// orders.insert(template: "how much is the <thing>", count: 10)
    /// shop.insert(phraseCountGenerator: orders)
    /// ```
    ///
    /// What is defined later counts for patterns of before, too. What data were given it for stays as it was then. Any
    /// thread may use it.
    public final class TemplatePhraseCountGenerator: DataInsertable {
        /// A pattern.
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

        private struct Patterns {
            var classes: [String: [String]] = [:]
            var templates: [Template] = []
        }
        private let patterns = Mutex(Patterns())

        /// Without any pattern yet.
        public init() {}

        /// Says what may stand for a name between `<` and `>`; once more says it anew.
        public func define(className: String, values: [String]) {
            patterns.withLock { $0.classes[className] = values }
        }

        /// Adds a pattern, whose phrases are said `count` times together.
        public func insert(template: String, count: Int) {
            patterns.withLock { $0.templates.append(Template(template, count: count)) }
        }

        /// Adds the phrases of all patterns: ``CustomLanguageModelData/insert(template:classes:count:)``.
        public func insert(into data: inout CustomLanguageModelData) {
            let patterns = patterns.withLock { $0 }
            for template in patterns.templates {
                data.insert(template: template.body, classes: patterns.classes, count: template.count)
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
        public typealias TemplatesBuilder = ListBuilder<TemplatePhraseCountGenerator.Template>

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
