import Language

/// A word that was heard, and when.
public struct RecognizedWord: Sendable, Hashable {
    /// As in the vocabulary, in lower case.
    public var text: String
    /// Begin and end on the capture clock, exact to about 20 ms.
    public var start: Duration
    public var end: Duration
    /// How much better the word explains the sound than free phones do: the mean over its frames, in PocketSphinx's
    /// units of 0.1024 nat; about -5 when said clearly, below -30 when something else was said. Nil while partial,
    /// and without verification.
    public var score: Double?
    /// The word's posterior probability among all that the language model found likely; nil for grammars, while
    /// partial, and in alternatives.
    public var posterior: Double?

    public init(
        text: String, start: Duration, end: Duration, score: Double? = nil, posterior: Double? = nil
    ) {
        self.text = text
        self.start = start
        self.end = end
        self.score = score
        self.posterior = posterior
    }
}

/// What an utterance sounds like up to now; the next one may revise it.
public struct PartialHypothesis: Sendable, Hashable {
    public var words: [RecognizedWord]
    /// How far on the capture clock sound has been searched.
    public var heardUntil: Duration

    public init(words: [RecognizedWord], heardUntil: Duration) {
        self.words = words
        self.heardUntil = heardUntil
    }

    public var text: String { words.map(\.text).joined(separator: " ") }
}

/// What an utterance was, after its end.
public struct UtteranceHypothesis: Sendable, Hashable {
    /// Empty when the search found no sentence that it may end with.
    public var words: [RecognizedWord]
    /// Other sentences that fit less well, best first, each with a text of its own; as many as were asked for.
    public var alternatives: [[RecognizedWord]]
    /// How far the sentence can be believed; nil if the decoder does not verify, or there are no words.
    public var verification: VerificationScores?
    /// Begin of the decoded audio on the capture clock.
    public var start: Duration
    /// Length of the decoded audio.
    public var audioDuration: Duration
    /// Processor time that decoding took, over all decoders.
    public var decodeTime: Duration

    public init(
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

    public var text: String { words.map(\.text).joined(separator: " ") }

    /// Processor seconds per second of audio: above 1, decoding cannot keep up on one core.
    public var realTimeFactor: Double {
        audioDuration > .zero ? decodeTime / audioDuration : 0
    }
}

/// News of an utterance: any number of partial hypotheses, then exactly one of the others.
public enum UtteranceUpdate: Sendable, Hashable {
    case partial(PartialHypothesis)
    case final(UtteranceHypothesis)
    case failed(RecognitionError)
}

/// What is wanted of one utterance.
public struct UtteranceRequest: Sendable, Hashable {
    /// False saves the work for partial hypotheses.
    public var reportsPartials = true
    /// How many other sentences to look for at the end, 0 to 20. It takes time then: some 100 ms for a large grammar.
    public var alternatives = 0

    public init() {}
}
