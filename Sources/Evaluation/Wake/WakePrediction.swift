import Glibc
import Interpretation

/// What is to be expected of a wake phrase that nobody has said yet, by what was measured of others.
///
/// It is not measured: ``Estimate/range`` says how far measured phrases that are like it lie apart. `earshot tune` measures,
/// with recordings.
///
/// ```swift
/// let predictor = try WakePredictor(pack)
/// print(predictor?.prediction(of: ["okay", "workshop"], lexicon)?.falseAlarms.likely)
/// ```
package struct WakePrediction: Sendable, Hashable {
    /// A figure, and how far it may be wrong.
    package struct Estimate: Sendable, Hashable {
        /// That of the measured phrases that are like it, taken together.
        package var likely: Double
        /// Where measured phrases that are like it lie: seven of nine in false alarms, all in what is missed.
        package var range: ClosedRange<Double>

        /// False alarms with another acceptance than they were measured with: scores of other speech fall off exponentially.
        func at(acceptance: Double, measuredAt measured: Double) -> Estimate {
            let factor = exp(WakePredictor.alarmDecay * (measured - acceptance))
            return Estimate(
                likely: likely * factor, range: range.lowerBound * factor...range.upperBound * factor)
        }
    }

    /// What is known of a figure, if what it was measured of does not go so far.
    package enum Bound: String, Sendable, Hashable, Encodable {
        /// Nothing so short, or so like what people say, was measured: the figure is that of the next that were.
        case more
        /// The same of phrases that are longer, or less like it.
        case less
    }

    /// What a phrase is heard by.
    package enum Threshold: Sendable, Hashable {
        /// One above ``mostUseful``.
        case acceptance
        /// One that is more than ``mostTightened`` times the usual.
        case trigger
    }

    /// Of a hundred times that it is said, as shares of 1: without noise, and in a kitchen that is 10 dB below the voice.
    package var missed, missedInNoise: Estimate
    /// Whose value misses more than ``missed``, and nobody knows how much; nil where neither does.
    package var missesMoreBy: Threshold?
    /// Whether ``missed`` was measured of this very phrase; if not, it is the same for every one.
    package var isFamiliar = false
    /// How often an hour it wakes where it is not said, while lively dialogue is heard, such as that of a television; with the
    /// usual acceptance, if it is not of ``with(acceptance:)``.
    package var falseAlarms: Estimate
    /// Whether more or fewer than ``falseAlarms`` are to be expected, and nobody knows how many; nil within what was measured.
    package var bound: Bound?
    /// How often ordinary speech says something like it, from `RunningSpeech.occurrences(of:)`: compares phrases.
    package var occurrences: Double

    /// Up to here what is missed hardly depends on the acceptance; with a higher one it is more and more (Figures, "Wake phrases").
    package static let mostUseful = 4.0
    /// With this one half is missed, and with 15 nearly all: of 139 recordings of the four phrases without noise 71 score less, and 134
    /// less than 15.
    package static let halfMissed = 12.0

    /// Times the usual trigger up to which what is missed hardly depends on it: of 30 clear recordings of "computer", whose usual one
    /// is 1e-36, none is missed with 1e-5, one with 1, two with 1e10 and eight with 1e20. Noise asks for some room.
    package static let mostTightened = 1e20

    /// Whether more than ``missed`` is to be expected.
    package var isMissedMore: Bool { missesMoreBy != nil }

    /// The same with an acceptance other than the usual one.
    package func with(acceptance: Double) -> WakePrediction {
        var other = self
        other.falseAlarms = falseAlarms.at(acceptance: acceptance, measuredAt: WakeAcceptance.usual)
        other.missesMoreBy = acceptance > Self.mostUseful ? .acceptance : nil
        if acceptance >= Self.halfMissed {
            let half = Estimate(likely: 0.5, range: 0.5...1)
            (other.missed, other.missedInNoise) = (half, half)
        }
        return other
    }
}
