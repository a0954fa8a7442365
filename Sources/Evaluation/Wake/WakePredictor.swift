import Glibc
import Interpretation
import Models

/// Tells what is to be expected of a wake phrase before anybody has said it: how often it is missed, and how often other speech
/// wakes.
///
/// False alarms are those of the measured phrases that ordinary speech comes as near to, by `RunningSpeech`. How many are missed the
/// sound of a phrase does not tell, only whether the acoustic model was adapted to it.
///
/// ```swift
/// let predictor = try WakePredictor(pack)
/// print(predictor?.prediction(of: ["okay", "workshop"], lexicon)?.falseAlarms.likely ?? 0)
/// ```
///
/// A value; any thread may use it.
package struct WakePredictor: Sendable {
    /// Measured phrases that a new one is compared with.
    static let mostAlike = 9
    /// As in a wake search: words with many pronunciations multiply, and the first are the usual ones.
    private static let mostPronunciations = 8
    /// The share of all words from which one is among the commonest, which are a hundred or so.
    private static let commonShare = 0.001

    private let speech: RunningSpeech

    /// Reads what a language's words are and how often they are said, which takes about a tenth of a second on a small board.
    ///
    /// - Returns: Nil for languages other than English, of which nothing was measured, and for packs that do not tell how often words
    ///   are said.
    /// - Throws: `ModelError.unusableModel` if a file of the pack cannot be read.
    package init?(_ pack: ModelPack) throws(ModelError) {
        guard pack.locale.language == "en", let speech = try RunningSpeech(pack) else { return nil }
        self.speech = speech
    }

    /// What is to be expected of a phrase; nil if one of its words has no pronunciation in `lexicon`.
    ///
    /// It takes about a tenth of a second on a small board.
    package func prediction(of words: [String], _ lexicon: Lexicon) -> WakePrediction? {
        guard let pronunciations = lexicon.pronunciations(of: words, atMost: Self.mostPronunciations) else {
            return nil
        }
        // The way to say it that is most like what else is said is what other speech is taken for.
        let occurrences = pronunciations.map(speech.occurrences).max() ?? 0
        let phrase = words.joined(separator: " ")
        return WakePrediction(
            missed: Self.missed(phrase) { $0.missed },
            missedInNoise: Self.missed(phrase) { $0.missedInNoise },
            isFamiliar: Self.familiar.contains { $0.phrase == phrase },
            falseAlarms: Self.falseAlarms(occurrences: occurrences, among: Self.alarmed)
                .at(acceptance: WakeAcceptance.usual, measuredAt: Self.measuredAcceptance),
            bound: Self.bound(phones: pronunciations.map(\.count).min() ?? 0, occurrences: occurrences),
            occurrences: occurrences)
    }

    /// Whether a word is long enough, and rare enough, that a longer phrase may be built around it.
    func carries(_ word: String, _ lexicon: Lexicon) -> Bool {
        let pronunciations = lexicon[word]?.pronunciations ?? []
        return pronunciations.allSatisfy {
            $0.count >= Self.measuredPhones.lowerBound && speech.share(of: $0) < Self.commonShare
        }
    }

    /// Which side of the measured phrases one lies on; nil among them.
    private static func bound(phones: Int, occurrences: Double) -> WakePrediction.Bound? {
        // The table is rounded, so the outermost phrases themselves may lie a little beyond it.
        let rounding = 1.02
        if phones < measuredPhones.lowerBound
            || occurrences > alarmed[alarmed.count - 1].occurrences * rounding
        {
            return .more
        }
        if phones > measuredPhones.upperBound || occurrences < alarmed[0].occurrences / rounding {
            return .less
        }
        return nil
    }

    /// The rate of those of `measured` that are said by chance about as often, and their range; neither has the lowest and the highest.
    static func falseAlarms(
        occurrences: Double, among measured: [Alarmed]
    ) -> WakePrediction.Estimate {
        func distance(_ phrase: Alarmed) -> Double { abs(log(phrase.occurrences / occurrences)) }
        let alike = measured.sorted { distance($0) < distance($1) }.prefix(mostAlike)
        // Without the lowest and the highest: "butler" wakes 24 times, the eight that are like it 2 to 4 times.
        let rates = alike.map(\.falseAlarmsPerHour).sorted().dropFirst().dropLast()
        return WakePrediction.Estimate(
            likely: rates.reduce(0, +) / Double(rates.count), range: rates.first!...rates.last!)
    }

    /// How many recordings of it were missed, or of the phrases that the acoustic model does not know, if it is none that it
    /// knows.
    private static func missed(_ phrase: String, _ count: (Said) -> Int) -> WakePrediction.Estimate {
        if let known = familiar.first(where: { $0.phrase == phrase }) {
            let share = Proportion(count(known), of: known.recordings)
            return WakePrediction.Estimate(likely: share.share, range: share.interval)
        }
        let shares = foreign.map { Double(count($0)) / Double($0.recordings) }
        return WakePrediction.Estimate(
            likely: shares.reduce(0, +) / Double(shares.count), range: shares.min()!...shares.max()!)
    }
}
