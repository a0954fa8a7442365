import Utterance

extension WakeTuning {
    /// What a few takes of the people who will say a phrase come to: from ``enrolment(of:falseAlarmsPerHour:)``.
    ///
    /// ```swift
    /// if let enrolment = tuning.enrolment(of: phrase, falseAlarmsPerHour: 0.5), enrolment.isBetter { print(enrolment.suggested.acceptance) }
    /// ```
    package struct Enrolment: Sendable, Hashable {
        /// As it is configured, and with the acceptance that all takes together choose.
        package var configured, suggested: WakePhrase
        /// Of the takes, as it is configured.
        package var missed: Proportion
        /// Of the takes, each judged with the acceptance that the others choose.
        package var missedThen: Proportion
        /// False alarms that are to be expected an hour of dialogue, as it is configured and as suggested; nil in languages other
        /// than English.
        package var falseAlarms, falseAlarmsThen: WakePrediction.Estimate?
        /// False alarms in the other sound of the recordings, as it is configured and as suggested; of no hours where there is none.
        package var counted, countedThen: EventRate
        /// Whether the takes ask for a lower acceptance, with which there would be too many false alarms in the other sound.
        package var isHeldBack: Bool

        /// Whether fewer are missed, or as many with fewer false alarms.
        package var isBetter: Bool {
            missedThen.count < missed.count
                || missedThen.count == missed.count && suggested.acceptance > configured.acceptance
        }
    }

    /// Fewer takes tell nothing.
    package static let fewestTakes = 5
    /// Of the takes that ask for a lower acceptance, the share that may be missed.
    private static let missedShare = 0.1
    /// Another day the phrase is said otherwise, and in more noise: so much lower may it score.
    private static let margin = 1.0
    /// So much above it must the lowest take lie before an acceptance is raised: with less, of recordings of many people more are
    /// missed than with the usual one.
    private static let surplus = 3.0
    private static let acceptances = 1.5...4.5

    /// An acceptance for those who said the takes of a phrase: lower than it is, if their scores ask for it, or higher, if all of
    /// them lie far above it. Where the recordings have other sound, it is lowered only so far that false alarms in that, as they are
    /// counted and as they are extrapolated, stay as rare as they should be.
    ///
    /// - Parameters:
    ///   - phrase: One of ``phrases``.
    ///   - target: The rate to keep to, in false alarms an hour; above 0.
    /// - Returns: Nil for fewer than ``fewestTakes`` takes.
    package func enrolment(of phrase: WakePhrase, falseAlarmsPerHour target: Double) -> Enrolment? {
        let scores = recordings.filter { $0.label.wakePhrase == phrase.text }.map { $0.bestScore(of: phrase) }
        guard scores.count >= Self.fewestTakes else { return nil }
        let least = leastAcceptance(of: phrase, falseAlarmsPerHour: target)
        func acceptance(for scores: [Double]) -> Double {
            let wanted = Self.acceptance(for: scores, insteadOf: phrase.acceptance)
            return wanted < phrase.acceptance ? max(wanted, least) : wanted
        }
        var suggested = phrase
        suggested.acceptance = acceptance(for: scores)
        let missedThen = scores.indices.count { index in
            var others = scores
            let score = others.remove(at: index)
            return score < acceptance(for: others)
        }
        return Enrolment(
            configured: phrase, suggested: suggested,
            missed: Proportion(scores.count { $0 < phrase.acceptance }, of: scores.count),
            missedThen: Proportion(missedThen, of: scores.count),
            falseAlarms: predictions[phrase.text]?.with(acceptance: phrase.acceptance).falseAlarms,
            falseAlarmsThen: predictions[phrase.text]?.with(acceptance: suggested.acceptance).falseAlarms,
            counted: outcome(of: phrase).falseAlarms, countedThen: outcome(of: suggested).falseAlarms,
            isHeldBack: Self.acceptance(for: scores, insteadOf: phrase.acceptance) < suggested.acceptance)
    }

    /// The lowest acceptance, at most as it is, that keeps to a rate of false alarms in the other sound; the lowest of all where
    /// there is none.
    private func leastAcceptance(of phrase: WakePhrase, falseAlarmsPerHour target: Double) -> Double {
        let extrapolated = extrapolatedAcceptance(of: phrase, falseAlarmsPerHour: target) ?? -.infinity
        let lower = stride(from: Self.acceptances.lowerBound, to: phrase.acceptance, by: 0.25)
        return lower.first { acceptance in
            var trial = phrase
            trial.acceptance = acceptance
            return acceptance >= extrapolated && outcome(of: trial).falseAlarms.perHour <= target
        } ?? phrase.acceptance
    }

    /// In quarters: more digits would promise more than there is.
    private static func acceptance(for scores: [Double], insteadOf configured: Double) -> Double {
        let sorted = scores.sorted()
        func quarters(_ acceptance: Double) -> Double {
            (min(acceptances.upperBound, acceptance) * 4).rounded(.down) / 4
        }
        // Not brought up to the least usual acceptance: that would leave less than the surplus.
        let clearest = sorted[0] - surplus
        if clearest > configured { return max(configured, quarters(clearest)) }
        let lowest = quarters(sorted[Int(Double(sorted.count) * missedShare)] - margin)
        return min(configured, max(acceptances.lowerBound, lowest))
    }
}

extension WakeTuning.Recording {
    /// The best score of the phrase in it; minus infinity where nothing sounded like it.
    fileprivate func bestScore(of phrase: WakePhrase) -> Double {
        places(of: phrase).map(\.score).max() ?? -.infinity
    }
}
