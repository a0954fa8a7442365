import Evaluation

/// Rows of words in columns, the first row the heads; for people.
func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
        rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
        let padded = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
        return "  " + String(padded.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
}

extension Proportion {
    /// `96 (91 to 98)`: per cent, with the 95 % interval.
    var percentText: String {
        guard total > 0 else { return "-" }
        func percent(_ value: Double) -> String { (value * 100).rounded().shortText }
        return "\(percent(share)) (\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
    }
}

extension EventRate {
    /// `0.5 (0.06 to 1.8)`: an hour, with the 95 % interval.
    var hourlyText: String {
        guard hours > 0 else { return "-" }
        return
            "\(perHour.shortText) (\(interval.lowerBound.shortText) to \(interval.upperBound.shortText))"
    }
}
