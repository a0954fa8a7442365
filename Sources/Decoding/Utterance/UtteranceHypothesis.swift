/// What an utterance was, after its end: what commands are decided from.
///
/// ```swift
/// if case .final(let hypothesis)? = decoder.next(), let scores = hypothesis.verification {
///     print(hypothesis.text, scores.wordMean, hypothesis.realTimeFactor)
/// }
/// ```
package struct UtteranceHypothesis: Sendable, Hashable {
    /// Who found the words, where a recognizer beside the decoder is asked first.
    package enum Source: Sendable, Hashable {
        /// That recognizer, by its address.
        case engine(String)
        /// The decoder, and why the other did not.
        case standIn(because: String)
    }

    /// What was said, in order; empty when the search found no sentence that it may end with.
    package var words: [RecognizedWord]
    /// Other sentences that fit less well, best first, each with a text of its own; as many as were asked for.
    package var alternatives: [[RecognizedWord]]
    /// How far the sentence can be believed; nil if the decoder does not verify, or there are no words.
    package var verification: VerificationScores?
    /// How clearly phones of the language are heard in the clearest 0.3 s of free text, -1 to 1: below 0.2 in noise as
    /// a rule, above 0.4 where anybody speaks; nil where nothing listens for it.
    package var speechEvidence: Double?
    /// Begin of the decoded audio on the capture clock.
    package var start: Duration
    /// Length of the decoded audio.
    package var audioDuration: Duration
    /// Processor time that decoding took, over all decoders; of another recognizer, how long its text was waited for.
    package var decodeTime: Duration
    /// Who found the words; nil where only the decoder is asked.
    package var source: Source?

    /// For tests; decoders make their own.
    package init(
        words: [RecognizedWord], alternatives: [[RecognizedWord]] = [],
        verification: VerificationScores? = nil,
        start: Duration = .zero, audioDuration: Duration = .zero, decodeTime: Duration = .zero
    ) {
        self.words = words
        self.alternatives = alternatives
        self.verification = verification
        self.start = start
        self.audioDuration = audioDuration
        self.decodeTime = decodeTime
    }

    /// The words with spaces between them.
    package var text: String { words.map(\.text).joined(separator: " ") }

    /// Processor seconds per second of audio: above 1, decoding cannot keep up on one core. 0 without audio.
    package var realTimeFactor: Double {
        audioDuration > .zero ? decodeTime / audioDuration : 0
    }
}
