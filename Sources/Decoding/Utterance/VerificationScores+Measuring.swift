import Glibc

extension VerificationScores {
    /// A word of the best sentence, as the measures need it.
    struct Word: Sendable, Hashable {
        var frames: Range<Int>
        /// Phones in the pronunciation that was recognized.
        var phoneCount: Int

        /// A word of one or two phones ("a", "of", "the") is too short to be evidence by itself.
        var isContent: Bool { phoneCount > 2 }

        /// How much its length counts: as many as it has phones, since the one phone of "oh" may last as long as a word.
        fileprivate var weight: Double { Double(max(1, phoneCount)) }
    }

    /// d, one value a frame, of which any stretch is averaged at the same cost.
    private struct Difference {
        /// Of the frames before each, and of all.
        private let sums: [Double]

        init(_ values: [Double]) {
            var sums = [0.0]
            for value in values { sums.append(sums.last! + value) }
            self.sums = sums
        }

        var count: Int { sums.count - 1 }

        func mean(over frames: Range<Int>) -> Double {
            let frames = frames.clamped(to: 0..<count)
            return frames.isEmpty
                ? 0 : (sums[frames.upperBound] - sums[frames.lowerBound]) / Double(frames.count)
        }

        /// The largest mean of -d over ``windowLength`` frames of `span`, or over all where there are fewer.
        func worst(in span: Range<Int>) -> Double {
            let length = min(windowLength, span.count)
            return (span.lowerBound...max(span.lowerBound, span.upperBound - length))
                .reduce(-.infinity) { max($0, -mean(over: $1..<$1 + length)) }
        }

        /// The same of what is not in the words: a few frames are the skirts of these, whose limits are exact to 20 ms.
        func worst(outside span: Range<Int>) -> Double { span.count < windowLength ? 0 : worst(in: span) }
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
        guard let first = words.first, let last = words.last else { return nil }
        let difference = Difference(difference)
        let means = words.map { difference.mean(over: $0.frames) }
        let frameCounts = words.map { Double($0.frames.count) }
        let frameCount = frameCounts.reduce(0, +)
        let wordMean = zip(means, frameCounts).reduce(0) { $0 + $1.0 * $1.1 } / frameCount

        let span = (first.frames.lowerBound..<last.frames.upperBound).clamped(to: 0..<difference.count)
        let before = min(lead, span.lowerBound)..<span.lowerBound
        let after = span.upperBound..<max(span.upperBound, difference.count)

        let content = zip(words, means).filter { $0.0.isContent }.map(\.1)
        let worstTwo = (content.count < 2 ? means : content).sorted().prefix(2)

        let phoneCount = words.map(\.weight).reduce(0, +)
        let halvings = log2(measuredPhones / max(fewestPhones, phoneCount))

        return (
            VerificationScores(
                wordMean: wordMean - meanStep * halvings,
                worstWindow: difference.worst(in: span) + windowStep * halvings,
                worstWords: worstTwo.reduce(0, +) / Double(worstTwo.count) - wordsStep * halvings,
                lengthSpread: lengthSpread(words),
                worstOutside: max(difference.worst(outside: before), difference.worst(outside: after)),
                phoneCount: Int(phoneCount), wordCount: words.count,
                phoneRate: phoneCount / frameCount * framesPerSecond,
                signalToNoise: signalToNoise(words, levels), clarity: clarity(words, clarities)),
            means
        )
    }

    private static func lengthSpread(_ words: [Word]) -> Double {
        let weights = words.map(\.weight)
        let sum = weights.reduce(0, +)
        func mean(_ values: [Double]) -> Double {
            zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
        }
        let lengths = zip(words, weights).map { log(Double(max(1, $0.frames.count)) / $1) }
        let meanLength = mean(lengths)
        return mean(lengths.map { ($0 - meanLength) * ($0 - meanLength) }).squareRoot()
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
