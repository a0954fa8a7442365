/// What kind of speech to expect.
public enum SpeechRecognitionTaskHint: Sendable, Hashable, CaseIterable {
    /// Anything: as dictation.
    case unspecified
    /// Sentences.
    case dictation
    /// A few words to look for: the pack's language model for search, if it has one.
    case search
    /// Yes or no. The task ends by itself after the answer. Other speech is not taken for one; if nothing else has come by
    /// the end, the final result has the text "". Partial results are not verified yet: act on the final one.
    case confirmation
}
