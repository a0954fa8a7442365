/// What kind of speech to expect.
public enum SpeechRecognitionTaskHint: Sendable, Hashable, CaseIterable {
    /// Anything: as dictation.
    case unspecified
    /// Sentences.
    case dictation
    /// A few words to look for: the pack's language model for search, if it has one.
    case search
    /// Yes or no. The task ends by itself after the answer; anything else has the text "".
    case confirmation
}
