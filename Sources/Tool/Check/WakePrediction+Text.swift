import Evaluation

extension WakePrediction {
    /// `about 14 of 100 missed (10 to 29), in a kitchen 19 (8 to 31); 0.4 false alarms an hour beside a television (0 to 1.3)`.
    var text: String {
        "about \(missed.percentText) of 100 missed, in a kitchen \(missedInNoise.percentText); "
            + "\(falseAlarms.hourlyText) false alarms an hour beside a television"
    }

    /// Stands below predictions.
    static let note =
        "  That is expected, not measured: from other phrases, with how far these lie apart in brackets;\n"
        + "  'earshot tune' measures it."
}

extension WakePrediction.Estimate {
    /// `19 (8 to 31)`, in hundredths.
    var percentText: String {
        func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
        return "\(percent(likely)) (\(percent(range.lowerBound)) to \(percent(range.upperBound)))"
    }

    /// `0.4 (0 to 1.3)`.
    var hourlyText: String {
        "\(likely.shortText) (\(range.lowerBound.shortText) to \(range.upperBound.shortText))"
    }
}

extension WakePrediction: Encodable {
    private enum Key: String, CodingKey {
        case missed, missedInNoise = "missed_in_noise", falsePerHour = "false_per_hour"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(missed, forKey: .missed)
        try object.encode(missedInNoise, forKey: .missedInNoise)
        try object.encode(falseAlarms, forKey: .falsePerHour)
    }
}

extension WakePrediction.Estimate: Encodable {
    private enum Key: String, CodingKey { case likely, range }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(likely, forKey: .likely)
        try object.encode([range.lowerBound, range.upperBound], forKey: .range)
    }
}
