/// What is wanted of one utterance.
///
/// ```swift
/// var request = UtteranceRequest()
/// request.alternatives = 5
/// decoder.begin(firstFrame: 0, request: request)
/// ```
package struct UtteranceRequest: Sendable, Hashable {
    /// Whether partial hypotheses come; false saves the work for them.
    package var reportsPartials = true
    /// How many other sentences to look for at the end, 0 to 20. They take time at the end of the utterance; those of a
    /// grammar want ``DecoderOptions/withAlternatives``.
    package var alternatives = 0
    /// How much sound at the beginning does not count against the words, rounded to 10 ms, because it is known to be something
    /// else: the end of a wake phrase, of a conversation before a button was pressed, or of the utterance just before. Otherwise zero
    /// where speech begins an utterance: the sound just before shows that a word is only the middle of another, as "no" is in
    /// "americano".
    package var lead = Duration.zero

    /// Partial hypotheses, no alternatives and no lead.
    package init() {}
}
