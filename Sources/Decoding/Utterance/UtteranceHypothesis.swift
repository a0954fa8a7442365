/// A word that was heard, and when: part of what an ``UtteranceDecoder`` gives.
///
/// ```swift
/// for word in hypothesis.words { print(word.text, word.start, word.end) }
/// ```
package struct RecognizedWord: Sendable, Hashable {
    /// As in the vocabulary, in lower case, without the number of a pronunciation: `a`, not `a(2)`.
    package var text: String
    /// Its begin on the capture clock, exact to about 20 ms.
    package var start: Duration
    /// Its end on the capture clock, likewise; not before `start`.
    package var end: Duration
    /// How much better the word explains the sound than free phones do: the mean over its frames, in PocketSphinx's
    /// units of 0.1024 nat; about -5 when said clearly, below -30 when something else was said. Nil while partial,
    /// and without verification.
    package var score: Double?
    /// The word's posterior probability, 0 to 1, among all that the language model found likely; nil for grammars
    /// and while partial.
    package var posterior: Double?
    /// How many phones the pronunciation has that was recognized; nil while partial, and in alternatives.
    package var phoneCount: Int?

    /// For tests; decoders make their own.
    package init(
        text: String, start: Duration, end: Duration, score: Double? = nil, posterior: Double? = nil,
        phoneCount: Int? = nil
    ) {
        self.text = text
        self.start = start
        self.end = end
        self.score = score
        self.posterior = posterior
        self.phoneCount = phoneCount
    }
}

/// What an utterance sounds like up to now; the next one may revise it.
///
/// ```swift
/// if case .partial(let hypothesis)? = decoder.next() { print(hypothesis.text) }
/// ```
package struct PartialHypothesis: Sendable, Hashable {
    /// The likeliest words, in order, without scores; the last ones are the least certain. May be empty.
    package var words: [RecognizedWord]
    /// How far on the capture clock sound has been searched.
    package var heardUntil: Duration
    /// Whether who found the words writes capitals, numbers and marks, too, as no decoder does.
    package var isWritten: Bool
    /// For how long the network of phones has heard none: it hears noise for what it is, and a weak word that the search
    /// still takes for silence. It is some 0.1 s behind the sound. Nil where no network listens.
    package var phoneSilence: Duration?
    /// As ``UtteranceHypothesis/speechEvidence``, of what has been heard so far.
    package var speechEvidence: Double?

    /// - Parameters:
    ///   - words: in order.
    ///   - heardUntil: on the capture clock.
    ///   - isWritten: with capitals, numbers and marks.
    package init(words: [RecognizedWord], heardUntil: Duration, isWritten: Bool = false) {
        self.words = words
        self.heardUntil = heardUntil
        self.isWritten = isWritten
    }

    /// The words with spaces between them.
    package var text: String { words.map(\.text).joined(separator: " ") }

    /// How long sound has been searched since the end of the last word without a likely further word; zero without words.
    /// In noise, a better sign than the level that the speaker has finished.
    package var silence: Duration { words.last.map { max(.zero, heardUntil - $0.end) } ?? .zero }
}

/// What an utterance was, after its end: what commands are decided from.
///
/// ```swift
/// if case .final(let hypothesis)? = decoder.next(), let scores = hypothesis.verification {
///     print(hypothesis.text, scores.confidence, hypothesis.realTimeFactor)
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
    /// How clearly phones of the language are heard in the clearest 0.3 s of free text, -1 to 1: below 0.2 in noise as a rule, above
    /// 0.4 where anybody speaks; nil where nothing listens for it.
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

/// News of an utterance, from ``UtteranceDecoder/next()``: any number of partial hypotheses, then exactly one of the
/// others; none any more of an utterance that was cancelled.
package enum UtteranceUpdate: Sendable, Hashable {
    /// The words up to now have changed, or their times have gone on for 0.3 s; every hop while none follows them.
    case partial(PartialHypothesis)
    /// The utterance was finished, and all of it has been decoded.
    case final(UtteranceHypothesis)
    /// It could not be decoded; the decoder can be used for the next one.
    case failed(DecoderError)
}

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
    /// How many other sentences to look for at the end, 0 to 20. They take time at the end of the utterance; those of a grammar want
    /// ``DecoderOptions/withAlternatives``.
    package var alternatives = 0
    /// How much sound at the beginning does not count against the words, rounded to 10 ms, because it is known to be something
    /// else: the end of a wake phrase, or of a conversation before a button was pressed. Zero where speech begins an
    /// utterance: the sound just before shows that a word is only the middle of another, as "no" is in "americano".
    package var lead = Duration.zero

    /// Partial hypotheses, no alternatives and no lead.
    package init() {}
}
