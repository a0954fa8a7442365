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
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The same.
        public init(rawValue: String) {
            self.init(rawValue)
        }

        /// Anything.
        public static let general = ContextualStringsTag(rawValue: "general")
    }

    private let strings = Mutex<[ContextualStringsTag: [String]]>([:])

    /// Without any phrases.
    public init() {}

    /// Phrases that are likelier here than elsewhere, as ``SpeechRecognitionRequest/contextualStrings``; for transcribers
    /// of free text. Those of all tags count, as they are when a transcriber's first sound comes.
    public var contextualStrings: [ContextualStringsTag: [String]] {
        get { strings.withLock { $0 } }
        _modify {
            let old = strings.withLock { $0 }
            var new = old
            // Only the tags that were changed: a thread that sets one undoes nothing of what others set meanwhile.
            defer {
                let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
                let phrases = new
                strings.withLock { strings in
                    for tag in changed { strings[tag] = phrases[tag] }
                }
            }
            yield &new
        }
    }

    /// In an order that does not change, so that equal contexts share a decoder.
    var phrases: [String] { Set(contextualStrings.values.joined()).sorted() }
}
