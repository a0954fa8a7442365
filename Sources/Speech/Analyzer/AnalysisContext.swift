import Synchronization

/// What an analyzer's modules may know of what will be said. Any thread may use it.
///
/// ```swift
/// let context = AnalysisContext()
/// context.contextualStrings[.general] = ["flat white", "oat milk"]
/// try await analyzer.setContext(context)
/// ```
public final class AnalysisContext: Sendable {
    /// What phrases are about.
    public struct ContextualStringsTag: Sendable, Hashable, RawRepresentable {
        /// Its name.
        public let rawValue: String

        /// One of the program's own; all phrases are treated alike.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Anything.
        public static let general = ContextualStringsTag(rawValue: "general")
    }

    private let strings = Mutex<[ContextualStringsTag: [String]]>([:])

    /// Without any phrases.
    public init() {}

    /// Phrases that are likelier here than elsewhere, as ``SpeechRecognitionRequest/contextualStrings``; for transcribers
    /// of free text. Those of all tags count.
    public var contextualStrings: [ContextualStringsTag: [String]] {
        get { strings.withLock { $0 } }
        set { strings.withLock { $0 = newValue } }
    }

    /// In an order that does not change, so that equal contexts share a decoder.
    var phrases: [String] { Set(contextualStrings.values.joined()).sorted() }
}
