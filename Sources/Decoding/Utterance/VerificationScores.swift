/// Measures of whether a sentence was said at all, or a grammar only forced other sound into it. What they come to together
/// is not decided here (`CommandProbability`).
///
/// A grammar search explains every sound by one of its sentences. A loop of free phones over the same audio says how
/// well the sound can be explained without the grammar; `d`, the difference of their scores per frame, is near zero
/// when the sentence was said and far below when not. Units are PocketSphinx's: 0.1024 nat. The last 40 ms of an
/// utterance, which are silence as a rule, are not measured.
///
/// Source: R. C. Rose and D. B. Paul, "A hidden Markov model based keyword recognition system", ICASSP 1990 (the
/// filler competitor); H. Jiang, "Confidence measures for speech recognition: a survey", Speech Communication 45,
/// 2005.
///
/// ```swift
/// if let scores = hypothesis.verification { print(scores.wordMean, scores.phoneCount) }
/// ```
package struct VerificationScores: Sendable, Hashable, Codable {
    /// `w`: mean of d over the frames of words, as of a command of 45 phones: shorter ones are given 1 less for each
    /// halving.
    package var wordMean: Double
    /// `win`: the worst 0.15 s, as the largest mean of -d over 15 frames, as of a command of 45 phones: shorter ones are
    /// given 8 more for each halving, as the worst of few pieces is better by itself.
    package var worstWindow: Double
    /// `min2`: mean d of the two worst content words (of all words if there are fewer), as of a command of 45 phones:
    /// shorter ones are given 5 less for each halving.
    package var worstWords: Double
    /// `dstd`: standard deviation of ln(frames / phones) over the words, each as heavy as it has phones; sound that is
    /// forced into a grammar stretches some words and squeezes others.
    package var lengthSpread: Double
    /// `out`: the worst 0.15 s before the first word or after the last, as the largest mean of -d over 15 frames; without
    /// the request's ``UtteranceRequest/lead``. A grammar has only silence for what else was said there, as for the end
    /// of "yesterday" if it knows "yes".
    package var worstOutside: Double
    /// Phones of the sentence: few are fitted by chance more often than many.
    package var phoneCount: Int
    /// Words of the sentence.
    package var wordCount: Int
    /// Phones a second while words were said; 10 to 16 as people speak.
    package var phoneRate: Double
    /// How far the speech stands out of what is behind it, in dB: of the levels of 10 ms each, the fifth of those in words that
    /// is loudest is above this, against the tenth of all that is most quiet.
    package var signalToNoise: Double
    /// How clearly the network of phones hears some phone in the words, on average, -1 to 1
    /// (`PhonePosteriors.clarity`): noise that is forced into a short word is no phone to it. Nil where there is no
    /// network.
    package var clarity: Double?

    /// As events name them, and as a judgement's measures are named.
    private enum CodingKeys: String, CodingKey {
        case wordMean = "word_mean", worstWindow = "worst_window", worstWords = "worst_words"
        case lengthSpread = "length_spread", worstOutside = "worst_outside", phoneCount = "phones"
        case wordCount = "words", phoneRate = "phone_rate", signalToNoise = "signal_to_noise", clarity
    }

    /// Scores as a test would have them; decoders make their own. What is left out is as of a long sentence that was said at
    /// an easy pace in a quiet room.
    package init(
        wordMean: Double, worstWindow: Double, worstWords: Double, lengthSpread: Double,
        worstOutside: Double = 0, phoneCount: Int = 45, wordCount: Int = 10, phoneRate: Double = 12,
        signalToNoise: Double = 40, clarity: Double? = nil
    ) {
        self.wordMean = wordMean
        self.worstWindow = worstWindow
        self.worstWords = worstWords
        self.lengthSpread = lengthSpread
        self.worstOutside = worstOutside
        self.phoneCount = phoneCount
        self.wordCount = wordCount
        self.phoneRate = phoneRate
        self.signalToNoise = signalToNoise
        self.clarity = clarity
    }
}
