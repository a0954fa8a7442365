/// The findings of some checks, as a page for people and an object for programs: `earshot doctor`.
package struct Diagnosis: Sendable, Encodable {
    /// A finding, and what it is about.
    package struct Line: Sendable, Hashable, Encodable {
        package let subject: String
        package let finding: Finding

        private enum Key: String, CodingKey { case subject, level, text, remedy }

        package func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(subject, forKey: .subject)
            try object.encode(finding.level, forKey: .level)
            try object.encode(finding.text, forKey: .text)
            try object.encodeIfPresent(finding.remedy, forKey: .remedy)
        }
    }

    /// In the order of the checks.
    package private(set) var lines: [Line] = []

    private enum Key: String, CodingKey { case level, lines = "findings" }

    /// Has every check look.
    package init(_ checks: [any HealthCheck]) {
        for check in checks { add(check) }
    }

    /// Has one more look.
    package mutating func add(_ check: any HealthCheck) {
        lines += check.examine().map { Line(subject: check.subject, finding: $0) }
    }

    /// Whether some finding about `subject` is a failure.
    package func hasFailure(of subject: String) -> Bool {
        lines.contains { $0.subject == subject && $0.finding.level == .fail }
    }

    /// The gravest of all.
    package var level: Finding.Level { lines.map(\.finding.level).max() ?? .ok }

    /// A line each, with its remedy below, and a line that sums up.
    package var text: String {
        let width = lines.map(\.subject.count).max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let rows = lines.flatMap { line in
            let head = padded(line.finding.level.rawValue, 6) + padded(line.subject, width) + "  "
            return [head + line.finding.text]
                + (line.finding.remedy.map { [String(repeating: " ", count: head.count) + "→ " + $0] } ?? [])
        }
        func count(_ level: Finding.Level) -> Int { lines.count { $0.finding.level == level } }
        let verdict =
            level == .ok
            ? "All is well." : "\(count(.fail)) to mend, \(count(.warn)) to look at, \(count(.ok)) well."
        return (rows + ["", verdict]).joined(separator: "\n")
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(level, forKey: .level)
        try object.encode(lines, forKey: .lines)
    }
}
