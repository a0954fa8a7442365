import Utterance

extension WakeTuning {
    /// What a few takes of the people who will say a phrase come to: from ``enrolment(of:)``.
    ///
    /// ```swift
    /// if let enrolment = tuning.enrolment(of: phrase), enrolment.isBetter { print(enrolment.suggested.acceptance) }
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
    /// them lie far above it. Of takes alone no rate of false alarms can be counted, so it is ``suggestion(for:falseAlarmsPerHour:)`` that counts where
    /// there are hours of other sound.
    ///
    /// - Parameter phrase: One of ``phrases``.
    /// - Returns: Nil for fewer than ``fewestTakes`` takes.
    package func enrolment(of phrase: WakePhrase) -> Enrolment? {
        let scores = recordings.filter { $0.label.wakePhrase == phrase.text }.map { $0.bestScore(of: phrase) }
        guard scores.count >= Self.fewestTakes else { return nil }
        var suggested = phrase
        suggested.acceptance = Self.acceptance(for: scores, insteadOf: phrase.acceptance)
        let missedThen = scores.indices.count { index in
            var others = scores
            let score = others.remove(at: index)
            return score < Self.acceptance(for: others, insteadOf: phrase.acceptance)
        }
        return Enrolment(
            configured: phrase, suggested: suggested,
            missed: Proportion(scores.count { $0 < phrase.acceptance }, of: scores.count),
            missedThen: Proportion(missedThen, of: scores.count),
            falseAlarms: predictions[phrase.text]?.with(acceptance: phrase.acceptance).falseAlarms,
            falseAlarmsThen: predictions[phrase.text]?.with(acceptance: suggested.acceptance).falseAlarms)
    }

    /// In quarters: more digits would promise more than there is.
    private static func acceptance(for scores: [Double], insteadOf configured: Double) -> Double {
        let sorted = scores.sorted()
        func quarters(_ acceptance: Double) -> Double {
            let inside = min(acceptances.upperBound, max(acceptances.lowerBound, acceptance))
            return (inside * 4).rounded(.down) / 4
        }
        let clearest = quarters(sorted[0] - surplus)
        if clearest > configured { return clearest }
        let lowest = quarters(sorted[Int(Double(sorted.count) * missedShare)] - margin)
        return min(configured, lowest)
    }
}

extension WakeTuning.Recording {
    /// The best score of the phrase in it; minus infinity where nothing sounded like it.
    fileprivate func bestScore(of phrase: WakePhrase) -> Double {
        places(of: phrase).map(\.score).max() ?? -.infinity
    }
}
