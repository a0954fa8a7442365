import Appliance
import Evaluation
import Glibc
import Platform

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

extension Double {
    /// Two significant places, or whole: a rate whose interval is as wide as itself has no more.
    var roughText: String {
        guard isFinite, self != 0 else { return shortText }
        let scale = pow(10, max(0, 1 - log10(abs(self)).rounded(.down)))
        return ((self * scale).rounded() / scale).shortText
    }
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
            "\(perHour.roughText) (\(interval.lowerBound.roughText) to \(interval.upperBound.roughText))"
    }
}
