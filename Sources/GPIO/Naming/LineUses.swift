import Configuration

/// Which lines a configuration uses, and for what: finds those that are used twice.
///
/// Every section notes its lines in one; the check needs no hardware.
///
/// ```swift
/// var uses = LineUses(profile: profile, diagnostics)
/// uses.note(lamp.line, for: "light 'recording'", at: mark)
/// uses.note(pump.line, for: "output 'pump'", at: mark)
/// ```
package struct LineUses {
    private let profile: BoardProfile
    private let diagnostics: Diagnostics
    private var seen: [LineName: (line: LineName, purpose: String, mark: Mark)] = [:]

    package init(profile: BoardProfile = .bare, _ diagnostics: Diagnostics) {
        self.profile = profile
        self.diagnostics = diagnostics
    }

    /// Notes a line; adds a diagnostic if it was noted before under any of its names, or if the profile knows that no board of
    /// its kind has it.
    package mutating func note(_ line: LineName, for purpose: String, at mark: Mark) {
        if let objection = profile.objection(to: line) {
            diagnostics.add(objection.description, at: mark)
        }
        let canonical = profile.canonicalName(of: line)
        guard let first = seen[canonical] else {
            seen[canonical] = (line, purpose, mark)
            return
        }
        let same = first.line == line ? "" : ", which is \(first.line),"
        diagnostics.add(
            "\(line)\(same) is taken by \(first.purpose) already, on line \(first.mark.line); choose another line",
            at: mark)
    }
}

extension BoardProfile {
    /// The one name that all spellings of a line share, as far as the profile knows them.
    package func canonicalName(of line: LineName) -> LineName {
        switch line {
        case .header(let pin):
            return header[pin].map { .named($0) } ?? line
        case .offset(let offset, let label):
            return chip(labelled: label)?.linePrefix.map { .named("\($0)\(offset)") } ?? line
        case .named:
            return line
        }
    }
}
