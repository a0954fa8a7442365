/// What kind of speech to expect: given to a request, or to the recognizer for all requests that do not say. A
/// request's ``SpeechRecognitionRequest/grammar`` goes before it.
///
/// ```swift
/// request.taskHint = .confirmation
/// recognizer.recognitionTask(with: request) { result, _ in
///     guard let result, result.isFinal else { return }
///     print(result.bestTranscription.formattedString)     // "yes please", "no", or "" for anything else
/// }
/// ```
public enum SpeechRecognitionTaskHint: Int, Sendable, Hashable, CaseIterable {
    /// Anything: as dictation.
    case unspecified
    /// Sentences: the pack's language model for dictation.
    case dictation
    /// A few words to look for: the pack's language model for search; the one for dictation if it has none.
    case search
    /// Yes or no. The task ends by itself after the answer. Other speech is not taken for one; if nothing else has come by
    /// the end, the final result has the text "". There are no partial results: only at its end is an answer verified.
    /// Known where the model pack has answers (`words:`); in other languages this is dictation.
    case confirmation
}
