import Evaluation

extension WakeTuningReport: Encodable {
    private struct Entry: Encodable {
        let threshold: Double?
        let outcome: WakeTuning.Outcome

        enum CodingKeys: String, CodingKey { case threshold, candidatesPerHour = "candidates_per_hour" }

        init(_ outcome: WakeTuning.Outcome, threshold: Double? = nil) {
            self.outcome = outcome
            self.threshold = threshold
        }

        func encode(to encoder: any Encoder) throws {
            try WakeFigures(missed: outcome.missed, falseAlarms: outcome.falseAlarms).encode(to: encoder)
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encodeIfPresent(threshold, forKey: .threshold)
            try object.encode(outcome.candidates.perHour, forKey: .candidatesPerHour)
        }
    }

    private struct Phrase: Encodable {
        let phrase: String
        /// None where there is too little to choose by.
        let suggestion: String?
        let changed, harmful: Bool
        let acceptances, triggers: [Entry]
        let now: Entry
        let suggested: Entry?
        let enrolment: Enrolment?
    }

    /// A few takes: what was missed of them, what is to be expected, and what was counted in other sound.
    private struct Enrolment: Encodable {
        let takes, missed, missedThen, unnoticedThen, falseAlarms, falseAlarmsThen: Int
        let unnoticed: [String]
        let hours: Double
        let isHeldBack: Bool
        let falsePerHour, falsePerHourThen: WakePrediction.Estimate?

        enum CodingKeys: String, CodingKey {
            case takes, missed, missedThen = "missed_then", hours, isHeldBack = "held_back"
            case unnoticed, unnoticedThen = "unnoticed_then"
            case falseAlarms = "false_alarms", falseAlarmsThen = "false_alarms_then"
            case falsePerHour = "false_per_hour_expected", falsePerHourThen = "false_per_hour_expected_then"
        }

        init(_ enrolment: WakeTuning.Enrolment) {
            takes = enrolment.missed.total
            missed = enrolment.missed.count
            missedThen = enrolment.missedThen.count
            unnoticed = enrolment.unnoticed
            unnoticedThen = enrolment.unnoticedThen
            hours = enrolment.counted.hours
            falseAlarms = enrolment.counted.count
            falseAlarmsThen = enrolment.countedThen.count
            isHeldBack = enrolment.isHeldBack
            falsePerHour = enrolment.falseAlarms
            falsePerHourThen = enrolment.falseAlarmsThen
        }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for finding in findings {
            try list.encode(
                Phrase(
                    phrase: finding.configured.text, suggestion: finding.suggested?.setting,
                    changed: finding.isChange, harmful: finding.isHarmful,
                    acceptances: finding.acceptances.map { Entry($0.outcome, threshold: $0.threshold) },
                    triggers: finding.triggers.map { Entry($0.outcome, threshold: $0.threshold) },
                    now: Entry(finding.now), suggested: finding.then.map { Entry($0) },
                    enrolment: finding.enrolment.map(Enrolment.init)))
        }
    }
}
