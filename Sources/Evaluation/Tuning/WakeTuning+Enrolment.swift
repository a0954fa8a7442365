import Utterance

extension WakeTuning {
    /// What a few takes of the people who will say a phrase come to: from ``enrolment(of:falseAlarmsPerHour:)``.
    ///
    /// ```swift
    /// let enrolment = tuning.enrolment(of: phrase, falseAlarmsPerHour: 0.5)
    /// if let enrolment, enrolment.isBetter { print(enrolment.suggested.acceptance) }
    /// ```
    package struct Enrolment: Sendable, Hashable {
        /// As it is configured, and with the acceptance that all takes together choose, and a looser trigger where that hears more.
        package var configured, suggested: WakePhrase
        /// The takes in which no place was looked at closely, by their names, as it is configured: no acceptance finds them.
        package var unnoticed: [String]
        /// How many that are with what is suggested.
        package var unnoticedThen: Int
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
    /// counted and as they are extrapolated, stay as rare as they should be. Where takes were not noticed, a looser trigger is tried, too.
    ///
    /// - Parameters:
    ///   - phrase: One of ``phrases``.
    ///   - target: The rate to keep to, in false alarms an hour; above 0.
    /// - Returns: Nil for fewer than ``fewestTakes`` takes.
    package func enrolment(of phrase: WakePhrase, falseAlarmsPerHour target: Double) -> Enrolment? {
        let takes = recordings.filter { $0.label.wakePhrase == phrase.text }
        guard takes.count >= Self.fewestTakes else { return nil }
        let found = enrolment(of: phrase, from: phrase, takes, falseAlarmsPerHour: target)
        guard !found.unnoticed.isEmpty else { return found }
        let looser = self.phrase(phrase, withTriggerTimes: Self.triggerSteps[0])
        let other = enrolment(of: phrase, from: looser, takes, falseAlarmsPerHour: target)
        let isRare = other.countedThen.perHour <= max(target, found.counted.perHour)
        return isRare && other.missedThen.count < found.missedThen.count ? other : found
    }

    /// - Parameter base: The phrase with the trigger to suggest.
    private func enrolment(
        of phrase: WakePhrase, from base: WakePhrase, _ takes: [Recording], falseAlarmsPerHour target: Double
    ) -> Enrolment {
        let now = takes.map { bestScore(of: phrase, in: $0) }
        let scores = takes.map { bestScore(of: base, in: $0) }
        let least = leastAcceptance(of: base, falseAlarmsPerHour: target)
        func acceptance(for scores: [Double]) -> Double {
            let wanted = Self.acceptance(for: scores, insteadOf: phrase.acceptance)
            return wanted < phrase.acceptance ? max(wanted, least) : wanted
        }
        var suggested = base
        suggested.acceptance = acceptance(for: scores)
        let missedThen = scores.indices.count { index in
            var others = scores
            let score = others.remove(at: index)
            return score < acceptance(for: others)
        }
        let prediction = background[phrase.text]?.prediction
        return Enrolment(
            configured: phrase, suggested: suggested,
            unnoticed: zip(takes, now).filter { $0.1 == -.infinity }.map { $0.0.name },
            unnoticedThen: scores.count { $0 == -.infinity },
            missed: Proportion(now.count { $0 < phrase.acceptance }, of: takes.count),
            missedThen: Proportion(missedThen, of: takes.count),
            falseAlarms: prediction?.with(acceptance: phrase.acceptance).falseAlarms,
            falseAlarmsThen: base.trigger == phrase.trigger
                ? prediction?.with(acceptance: suggested.acceptance).falseAlarms : nil,
            counted: outcome(of: phrase).falseAlarms, countedThen: outcome(of: suggested).falseAlarms,
            isHeldBack: Self.acceptance(for: scores, insteadOf: phrase.acceptance) < suggested.acceptance)
    }

    /// The best score of the phrase in a recording; minus infinity where it was not noticed.
    private func bestScore(of phrase: WakePhrase, in recording: Recording) -> Double {
        places(of: phrase, in: recording).map(\.score).max() ?? -.infinity
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

    /// In quarters: more digits would promise more than there is. What was not noticed asks for none, and keeps it from being raised.
    private static func acceptance(for scores: [Double], insteadOf configured: Double) -> Double {
        let sorted = scores.filter(\.isFinite).sorted()
        guard let least = sorted.first else { return configured }
        func quarters(_ acceptance: Double) -> Double {
            (min(acceptances.upperBound, acceptance) * 4).rounded(.down) / 4
        }
        // Not brought up to the least usual acceptance: that would leave less than the surplus.
        let clearest = least - surplus
        if clearest > configured {
            return sorted.count == scores.count ? max(configured, quarters(clearest)) : configured
        }
        let lowest = quarters(sorted[Int(Double(sorted.count) * missedShare)] - margin)
        return min(configured, max(acceptances.lowerBound, lowest))
    }
}
