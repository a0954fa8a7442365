import Configuration
import GPIO

/// An output as it is configured, with the rules it may never break.
///
/// ```yaml
/// pump: {line: GPIO5, active_low: on, max_on: 30m, min_dwell: 2s, cooldown: 1m}
/// gate-up: {line: GPIO24, interlock: {group: gate, wins: first, gap: 500ms}, max_on: 20s}
/// ```
package struct OutputOptions: Sendable, Hashable {
    /// What happens to an output while the appliance cannot hear: `at_fault` in its configuration.
    package enum AtFault: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// It goes off at once, `min_dwell` or not.
        case off
        /// It goes on at once, `cooldown` or not.
        case on
        /// It goes on as it is, its time limits included.
        case keep
    }

    /// Which of two outputs of a group is on that are both told to be: `wins` of an interlock.
    package enum Winner: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// The one that is told last; the other goes off.
        case last
        /// The one that is on; the other is refused.
        case first
    }

    /// A rule on how long it is on, and its value.
    package enum TimeLimit: Sendable, Hashable {
        /// It is on for no longer: `max_on`.
        case maxOn(Duration)
        /// It is on for no less: `min_dwell`.
        case minDwell(Duration)

        /// Its key in the configuration.
        package var key: String {
            switch self {
            case .maxOn: "max_on"
            case .minDwell: "min_dwell"
            }
        }

        /// What it is set to.
        package var value: Duration {
            switch self {
            case .maxOn(let span), .minDwell(let span): span
            }
        }
    }

    /// What commands and events call it.
    package var name: String
    /// The line it is wired to.
    package var line: LineName
    /// A low voltage means on: most relay boards.
    package var isActiveLow = false
    /// The level it has from the first moment, or once it has rested.
    package var isOnInitially = false
    /// The longest it is ever on without a break; nil for no limit.
    package var maxOn: Duration?
    /// The shortest it stays on, and off.
    package var minDwell = Duration.zero
    /// The shortest it stays off after it was on. Where nobody knows when that was, it is counted from the start.
    package var cooldown = Duration.zero
    /// Outputs of the same group are never on together; a group has two at least.
    package var interlock: String?
    /// Whether it may take the place of another of its group; the same for the whole group.
    package var interlockWins = Winner.last
    /// How long after another of its group went off it may go on; of two outputs the longer time counts.
    package var interlockGap = OutputController.deadTime
    /// The level it is left with when the appliance ends.
    package var isOnAtExit = false
    /// What happens to it while the appliance cannot hear a "stop".
    package var atFault = AtFault.off

    /// The shortest it stays off.
    var rest: Duration { max(minDwell, cooldown) }

    /// The rule by which it is never switched on for `span`; nil if it may be.
    package func limit(brokenBy span: Duration) -> TimeLimit? {
        if let maxOn, span > maxOn { return .maxOn(maxOn) }
        return span < minDwell ? .minDwell(minDwell) : nil
    }

    init(name: String, line: LineName) {
        self.name = name
        self.line = line
    }

    /// What the longest time that it is on may be.
    package static let onTimes = Duration.milliseconds(10) ... .seconds(30 * 24 * 3600)

    /// Decodes an output: a line alone, or a map. Adds a diagnostic and returns nil if there is no line.
    init?(name: String, _ node: Node, _ diagnostics: Diagnostics) {
        let (line, rules) = MapReader.open(node, "line", LineName.self, diagnostics)
        self.init(name: name, line: line ?? .named(""))
        if let rules { read(rules) }
        if line == nil { return nil }
    }

    /// Reads all but the line.
    private mutating func read(_ reader: MapReader) {
        isActiveLow = reader.optional("active_low") ?? false
        isOnInitially = reader.optional("initial") ?? false
        maxOn = reader.optional("max_on", Duration.self, in: Self.onTimes)
        minDwell = reader.optional("min_dwell", Duration.self, in: .zero ... .seconds(3600)) ?? .zero
        cooldown = reader.optional("cooldown", Duration.self, in: .zero ... .seconds(24 * 3600)) ?? .zero
        if let node = reader.node("interlock") { readInterlock(node, reader.diagnostics) }
        isOnAtExit = reader.optional("at_exit") ?? false
        atFault = reader.optional("at_fault") ?? .off
        reader.finish()
        for contradiction in contradictions {
            reader.report(contradiction.text, about: contradiction.key)
        }
    }

    /// Reads a group's name, or a map.
    private mutating func readInterlock(_ node: Node, _ diagnostics: Diagnostics) {
        let (group, more) = MapReader.open(node, "group", String.self, diagnostics)
        interlock = group
        interlockWins = more?.optional("wins", Winner.self) ?? .last
        interlockGap =
            more?.optional("gap", Duration.self, in: .zero ... .seconds(60)) ?? OutputController.deadTime
        more?.finish()
    }

    /// Rules that cannot be kept together.
    private var contradictions: [(key: String, text: String)] {
        var found: [(key: String, text: String)] = []
        if let maxOn, maxOn < minDwell {
            found.append(
                ("max_on", "'max_on' is shorter than 'min_dwell', so one of them must be broken; change one"))
        }
        let levels = [
            ("initial", isOnInitially), ("at_exit", isOnAtExit), ("at_fault", atFault == .on),
        ]
        for (key, isOn) in levels where isOn {
            if interlock != nil {
                found.append(
                    (
                        key,
                        "an output with 'interlock' is off at rest, so that never two are on; remove '\(key)'"
                    ))
            }
            if maxOn != nil, key != "initial" {
                found.append((key, "'\(key): on' has no end, and 'max_on' asks for one; remove either"))
            }
        }
        return found
    }
}
