import Evaluation

/// How well wake phrases were detected, as every JSON output has it.
struct WakeFigures: Encodable {
    let said, missed, falseAlarms: Int
    let missedShare, hours, falsePerHour: Double
    let missedInterval, falsePerHourInterval: [Double]
    /// Those of `missed` in which no place was looked at closely; nil where nobody counted.
    let unnoticed: Int?
    /// Of `said`, those in which another phrase woke; nil where nobody counted.
    let takenForAnother: Int?

    enum CodingKeys: String, CodingKey {
        case said, missed, falseAlarms = "false_alarms", missedShare = "missed_share", hours
        case falsePerHour = "false_per_hour", missedInterval = "missed_interval"
        case unnoticed, takenForAnother = "taken_for_another", falsePerHourInterval =
            "false_per_hour_interval"
    }

    init(
        missed share: Proportion, falseAlarms rate: EventRate, unnoticed: Int? = nil,
        takenForAnother: Int? = nil
    ) {
        self.unnoticed = unnoticed
        self.takenForAnother = takenForAnother
        said = share.total
        missed = share.count
        missedShare = share.share
        missedInterval = [share.interval.lowerBound, share.interval.upperBound]
        falseAlarms = rate.count
        hours = rate.hours
        falsePerHour = rate.perHour
        falsePerHourInterval = rate.limits
    }
}
