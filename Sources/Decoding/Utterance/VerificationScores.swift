import Glibc

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
    /// How clearly the network of phones hears some phone in the words, on average, -1 to 1 (`PhonePosteriors.clarity`): noise that is
    /// forced into a short word is no phone to it. Nil where there is no network.
    package var clarity: Double?

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

extension VerificationScores {
    /// A word of the best sentence, as the measures need it.
    struct Word: Sendable, Hashable {
        var frames: Range<Int>
        /// Phones in the pronunciation that was recognized.
        var phoneCount: Int

        /// A word of one or two phones ("a", "of", "the") is too short to be evidence by itself.
        var isContent: Bool { phoneCount > 2 }
    }

    /// Frames in the worst window: 0.15 s, the length of a syllable. One that is missing or was another hides in a longer
    /// window among its neighbours: with 97 % of 278 spoken orders kept, clean and in noise, 0.3 s alone lets 51 % of 168
    /// orders through that were cut off or have a word missing, replaced or moved, and 0.15 s 27 %.
    static let windowLength = 15

    /// Phones of the command that the mean, the worst window and the worst words are measured in: a long order's.
    ///
    /// The worst of many pieces is worse than the worst of few, also where all is well: by a step for each doubling of
    /// their number, as extremes grow with the logarithm (E. J. Gumbel, "Statistics of Extremes", 1958). Of what was said
    /// right in 150 orders, 95 % of the stretches of 10 phones have their worst window below 33, and of those of 45 phones
    /// below 51. With one threshold for both, short commands, into which noise and chatter are forced as a rule, had room
    /// for a wrong word. The mean knows no such law, but noise that passes for speech does so for a moment.
    private static let measuredPhones = 45.0
    /// What each halving of the phones adds to the worst window, and takes from the worst words: of steps from 0 to 16,
    /// those that let the fewest of 1370 spoiled orders pass among settings that keep the same of 284 good ones.
    private static let windowStep = 8.0, wordsStep = 5.0
    /// What it takes from the mean: a sneeze and a crying baby, each "brew a mocha" of 8 phones, had means of -13.2 and
    /// -12.6; of 36 right orders of up to 22 phones one has as little.
    private static let meanStep = 1.0
    /// Below this many phones, the sound of a word, it matters more how clearly that was spoken than how many they are.
    private static let fewestPhones = 8.0

    /// The measures of a sentence, and the mean of d over each of its words.
    ///
    /// - Parameters:
    ///   - difference: d, one value a frame of the utterance.
    ///   - levels: of the utterance's frames, in dB against anything that stays the same.
    ///   - clarities: of the utterance's frames, as the network of phones hears them; none without it.
    ///   - lead: frames at the beginning that are not held against the words.
    static func measure(
        words: [Word], difference: [Double], levels: [Double] = [], clarities: [Float] = [], lead: Int = 0
    ) -> (scores: VerificationScores, ofWords: [Double])? {
        guard !words.isEmpty, let first = words.first, let last = words.last else { return nil }
        var sum = [0.0]
        for value in difference { sum.append(sum.last! + value) }
        func mean(_ frames: Range<Int>) -> Double {
            let frames = frames.clamped(to: 0..<difference.count)
            return frames.isEmpty
                ? 0 : (sum[frames.upperBound] - sum[frames.lowerBound]) / Double(frames.count)
        }

        let means = words.map { mean($0.frames) }
        let frameCounts = words.map { Double($0.frames.count) }
        let wordMean = zip(means, frameCounts).reduce(0) { $0 + $1.0 * $1.1 } / frameCounts.reduce(0, +)

        let span = (first.frames.lowerBound..<last.frames.upperBound).clamped(to: 0..<difference.count)
        func worst(in span: Range<Int>) -> Double {
            let length = min(windowLength, span.count)
            return (span.lowerBound...max(span.lowerBound, span.upperBound - length))
                .reduce(-.infinity) { max($0, -mean($1..<$1 + length)) }
        }
        // A few frames outside are the skirts of the words, whose limits are exact to 20 ms.
        func worstOutside(_ frames: Range<Int>) -> Double {
            frames.count < windowLength ? 0 : worst(in: frames)
        }
        let before = min(lead, span.lowerBound)..<span.lowerBound
        let after = span.upperBound..<max(span.upperBound, difference.count)

        let content = zip(words, means).filter { $0.0.isContent }.map(\.1)
        let worstTwo = (content.count < 2 ? means : content).sorted().prefix(2)

        // Weighed by phones: the one phone of "oh" may last as long as a word.
        let phones = words.map { Double(max(1, $0.phoneCount)) }
        let phoneCount = phones.reduce(0, +)
        let lengths = zip(words, phones).map { log(Double(max(1, $0.frames.count)) / $1) }
        func weighted(_ values: [Double]) -> Double {
            zip(values, phones).reduce(0) { $0 + $1.0 * $1.1 } / phoneCount
        }
        let meanLength = weighted(lengths)
        let variance = weighted(lengths.map { ($0 - meanLength) * ($0 - meanLength) })
        let halvings = log2(measuredPhones / max(fewestPhones, phoneCount))

        return (
            VerificationScores(
                wordMean: wordMean - meanStep * halvings,
                worstWindow: worst(in: span) + windowStep * halvings,
                worstWords: worstTwo.reduce(0, +) / Double(worstTwo.count) - wordsStep * halvings,
                lengthSpread: variance.squareRoot(),
                worstOutside: max(worstOutside(before), worstOutside(after)), phoneCount: Int(phoneCount),
                wordCount: words.count, phoneRate: phoneCount / frameCounts.reduce(0, +) * framesPerSecond,
                signalToNoise: signalToNoise(words, levels), clarity: clarity(words, clarities)),
            means
        )
    }

    private static let framesPerSecond = 100.0

    private static func signalToNoise(_ words: [Word], _ levels: [Double]) -> Double {
        let spoken = words.flatMap { levels[$0.frames.clamped(to: levels.indices)] }.sorted()
        guard !spoken.isEmpty else { return 0 }
        let all = levels.sorted()
        return spoken[spoken.count * 4 / 5] - all[all.count / 10]
    }

    private static func clarity(_ words: [Word], _ clarities: [Float]) -> Double? {
        let spoken = words.flatMap { clarities[$0.frames.clamped(to: clarities.indices)] }
        guard !spoken.isEmpty else { return nil }
        return Double(spoken.reduce(0, +)) / Double(spoken.count)
    }

    /// d: `sentence` minus `phones`, each segment's score spread evenly over its frames.
    package static func difference(
        sentence: [PocketSphinxDecoder.Segment], phones: [PocketSphinxDecoder.Segment], frameCount: Int
    )
        -> [Double]
    {
        var difference = [Double](repeating: 0, count: frameCount)
        for (segments, sign) in [(sentence, 1.0), (phones, -1.0)] {
            for segment in segments {
                let share = sign * Double(segment.acousticScore) / Double(segment.frames.count)
                for frame in segment.frames.clamped(to: 0..<frameCount) { difference[frame] += share }
            }
        }
        return difference
    }
}
