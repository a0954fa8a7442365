import Appliance
import Evaluation
import Platform

extension WakePrediction {
    /// `1.8 (0 to 4.1) false alarms an hour beside a television`, and on a line of its own how many are missed.
    var lines: [String] {
        let shares = "\(missed.percentText) of 100, in a kitchen \(missedInNoise.percentText)"
        let figures =
            switch missesMoreBy {
            case nil: "about \(shares)"
            case .acceptance:
                "more than \(shares), as an acceptance above \(Self.mostUseful.shortText) misses more"
            case .trigger: "more than \(shares), as a trigger so far above the usual one misses more"
            }
        return [
            alarmsText,
            isFamiliar
                ? "missed: \(figures)" : "missed: the same is expected of every new phrase: \(figures)",
        ]
    }

    /// `1.8 (0 to 4.1) false alarms an hour beside a television`.
    var alarmsText: String {
        let reason =
            switch bound {
            case nil: ""
            case .more: "; nothing so short, or so often said, was measured"
            case .less: "; nothing so long, or so seldom said, was measured"
            }
        return "\(rateText) false alarms an hour beside a television\(reason)"
    }

    /// `1.8 (0 to 4.1)`, `more than 6.9`, or `0.25 or fewer`.
    var rateText: String {
        switch bound {
        case nil: falseAlarms.hourlyText
        case .more: "more than \(falseAlarms.likely.roughText)"
        case .less: "\(falseAlarms.likely.roughText) or fewer"
        }
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
        "\(likely.roughText) (\(range.lowerBound.roughText) to \(range.upperBound.roughText))"
    }
}

extension WakePrediction: Encodable {
    private enum Key: String, CodingKey {
        case missed, missedInNoise = "missed_in_noise", isFamiliar = "familiar", falsePerHour =
            "false_per_hour"
        case bound, isMissedMore = "missed_more"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(missed, forKey: .missed)
        try object.encode(missedInNoise, forKey: .missedInNoise)
        try object.encode(isMissedMore, forKey: .isMissedMore)
        try object.encode(isFamiliar, forKey: .isFamiliar)
        try object.encode(falseAlarms, forKey: .falsePerHour)
        try object.encodeIfPresent(bound, forKey: .bound)
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
