import Appliance
import Evaluation
import Interpretation

extension TuningReport: Encodable {
    private enum Key: String, CodingKey { case sweep, checks, suggestions, changed, harmful }

    private struct Entry: Encodable {
        let name: String
        let commands, right, wrong, refused, falseAccepts: Int
        let hours, falsePerHour: Double
        let rightInterval, falsePerHourInterval: [Double]

        enum CodingKeys: String, CodingKey {
            case name, commands, right, wrong, refused, falseAccepts = "false_accepts", hours
            case falsePerHour = "false_per_hour", rightInterval = "right_interval"
            case falsePerHourInterval = "false_per_hour_interval"
        }

        init(_ row: Row) {
            let outcome = row.outcome
            name = row.name
            commands = outcome.right.total
            right = outcome.right.count
            wrong = outcome.wrong.count
            refused = outcome.refused.count
            falseAccepts = outcome.falseAccepts.count
            hours = outcome.falseAccepts.hours
            falsePerHour = outcome.falseAccepts.perHour
            rightInterval = [outcome.right.interval.lowerBound, outcome.right.interval.upperBound]
            falsePerHourInterval = outcome.falseAccepts.limits
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(sweep.map(Entry.init), forKey: .sweep)
        try object.encode(checks.map(Entry.init), forKey: .checks)
        try object.encode(suggestion.mapValues(\.setting), forKey: .suggestions)
        try object.encode(changes.keys.sorted(), forKey: .changed)
        try object.encode(isHarmful, forKey: .harmful)
    }
}
