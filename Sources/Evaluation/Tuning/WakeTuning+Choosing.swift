import Glibc
import Platform
import Utterance

extension WakeTuning {
    /// Fewer recordings of a phrase, or places in other sound, tell nothing about thresholds.
    package static let fewestForChoosing = 10

    /// The phrase with the least acceptance that keeps to a rate of false alarms, by the half for choosing.
    ///
    /// Alarms are rare, so their rate is not counted but extrapolated: scores of other sound fall off exponentially,
    /// which the highest of them show well.
    ///
    /// - Parameters:
    ///   - phrase: One of ``phrases``.
    ///   - target: The rate to keep to, in false alarms an hour; above 0.
    /// - Returns: Nil where there is too little to choose by: takes, or other sound that is a little like the phrase.
    ///
    /// Source: peaks over a threshold with an exponential tail, J. Pickands, "Statistical inference using extreme order
    /// statistics", Annals of Statistics 3 (1975).
    package func suggestion(for phrase: WakePhrase, falseAlarmsPerHour target: Double) -> WakePhrase? {
        let said = halves[.choosing].count { $0.label.wakePhrase == phrase.text }
        guard said >= Self.fewestForChoosing,
            let least = extrapolatedAcceptance(of: phrase, falseAlarmsPerHour: target, on: .choosing)
        else { return nil }
        var better = phrase
        // Rounded up to a quarter: more digits would promise more than there is. Few scores may point far beyond the limits.
        let quarters = (least * 4).rounded(.up) / 4
        let limits = WakePhrase.acceptances
        better.acceptance = max(limits.lowerBound, min(limits.upperBound, quarters))
        better.trigger = trigger(for: better)
        return better
    }

    /// The acceptance that other sound exceeds as often as `target` says, by how its scores fall off; nil where there are too few
    /// of them to tell.
    func extrapolatedAcceptance(
        of phrase: WakePhrase, falseAlarmsPerHour target: Double, on half: Tuning.Half? = nil
    ) -> Double? {
        let others = halves[half].filter(isOther)
        // Swift 6.0 needs the type said to choose between the divisions of Duration.
        let hours: Double = others.reduce(Duration.zero) { $0 + $1.audio } / Duration.seconds(3600)
        let scores = others.flatMap { places(of: phrase, in: $0).separated.map(\.score) }
        guard hours > 0, let tail = ScoreTail(scores, fewest: Self.fewestForChoosing) else { return nil }
        return tail.score(exceededTimes: target * hours)
    }

    /// Whether what is suggested does worse than the phrase as it is, on the half that it was not chosen on: more is missed, and no
    /// false alarm is spared, neither one that was counted nor one that is to be expected by how scores fall off.
    package func isHarmful(
        _ suggested: WakePhrase, insteadOf phrase: WakePhrase, falseAlarmsPerHour target: Double
    ) -> Bool {
        let now = outcome(of: phrase, on: .checking)
        guard outcome(of: suggested, on: .checking).isWorse(than: now) else { return false }
        // A phrase that is accepted as easily spares none.
        guard suggested.acceptance > phrase.acceptance else { return true }
        // Alarms are rare, so half of the recordings may well have none with either.
        let least = extrapolatedAcceptance(of: phrase, falseAlarmsPerHour: target, on: .checking)
        return least.map { $0 <= phrase.acceptance } ?? true
    }

    /// Triggers to try, in multiples of the one that is configured; the first is what recordings are searched with.
    package static let triggerSteps = [1e-4, 1, 1e4, 1e8, 1e12]

    /// The phrase with another trigger, so many times its own, or as it is where it has none. The nearest power of ten: more digits would
    /// promise more than there is.
    func phrase(_ phrase: WakePhrase, withTriggerTimes step: Double) -> WakePhrase {
        var other = phrase
        other.trigger = trigger(of: phrase).map { pow(10, log10($0 * step).rounded()) }
        return other
    }

    /// A looser trigger than the phrase's if that hears one in fifty more, a tighter one if it hears as many and halves
    /// what must be looked at; else its own, which may be none.
    private func trigger(for phrase: WakePhrase) -> Double? {
        guard let own = trigger(of: phrase) else { return nil }
        func outcome(_ step: Double) -> Outcome {
            var trial = phrase
            trial.trigger = own * step
            return self.outcome(of: trial, on: .choosing)
        }
        func chosen(_ step: Double) -> Double? { self.phrase(phrase, withTriggerTimes: step).trigger }
        let now = outcome(1)
        let looser = outcome(Self.triggerSteps[0])
        if now.missed.count - looser.missed.count > now.missed.total / 50 {
            return chosen(Self.triggerSteps[0])
        }
        let tighter = Self.triggerSteps.filter { $0 > 1 }.last { step in
            let trial = outcome(step)
            return trial.missed.count <= now.missed.count
                && trial.candidates.count * 2 <= now.candidates.count
        }
        return tighter.flatMap(chosen) ?? phrase.trigger
    }
}
