import Interpretation
import Platform

/// What the log says of what happens: states and not blinks, no word that was heard, and what comes again and again only now
/// and then (``Repetitions``). Commands and outputs are told each time.
///
/// | level     | what |
/// |-----------|------|
/// | `error`   | a fault |
/// | `warning` | warnings; sound that is missing, a microphone that is gone |
/// | `notice`  | commands, outputs, questions; a microphone that is there; states, wake phrases and refusals |
/// | `info`    | buttons, the steps between two states |
/// | `debug`   | lights |
///
/// A value; time is that of the events.
///
/// ```swift
/// var log = EventLog()
/// for line in log.lines(for: event) { print(line.text) }
/// ```
package struct EventLog: Sendable {
    /// A line of it.
    package struct Line: Sendable {
        /// When, on the capture clock.
        package var time: Duration
        /// How severe it is.
        package var level: Log.Level
        /// What kind of thing it is about, as one sign.
        package var mark: String
        /// What happened.
        package var message: String
        /// The same for programs that read the journal, by their field's name.
        package var fields: [String: String]

        /// Without the time.
        package var text: String { "\(mark)  \(message)" }
    }

    /// Takes lines, on the thread that has them.
    package typealias Sink = @Sendable (Line) -> Void

    /// What it says anything about.
    enum Subjects: Sendable {
        case everything
        /// What a `warning` event says.
        case warnings
    }

    private let level: Log.Level
    private let subjects: Subjects
    private var repetitions = Repetitions()
    /// The level of the most severe that is counted.
    private var gravest = Log.Level.debug

    /// - Parameters:
    ///   - level: The least severe lines.
    ///   - subjects: What it is about.
    init(level: Log.Level = .notice, of subjects: Subjects = .everything) {
        self.level = level
        self.subjects = subjects
    }

    /// What there is to say of an event, and of what was counted before it; at the last event, of all that was.
    mutating func lines(for event: ApplianceEvent) -> [Line] {
        var lines = line(at: event.time).map { [$0] } ?? []
        if case .end = event.kind, let report = repetitions.take(at: event.time) {
            lines.append(line(report, at: event.time))
        }
        if case .warnings = subjects, !event.kind.isWarning { return lines }
        let severity = event.kind.severity
        guard severity <= level, let entry = Timeline.entry(for: event.kind, showsWords: false) else {
            return lines
        }
        if let habit = event.kind.habit, !repetitions.admits(habit, at: event.time) {
            gravest = min(gravest, severity)
            return lines
        }
        lines.append(
            Line(
                time: event.time, level: severity, mark: entry.mark, message: entry.text,
                fields: event.kind.fields))
        return lines
    }

    /// What was counted, when it is time to tell.
    mutating func line(at now: Duration) -> Line? {
        repetitions.due(at: now).map { line($0, at: now) }
    }

    private mutating func line(_ report: Repetitions.Report, at now: Duration) -> Line {
        defer { gravest = .debug }
        let told = report.counts.prefix(6).map { "\($0.count) × \($0.kind)" }
        let rest = report.counts.dropFirst(6).reduce(0) { $0 + $1.count }
        return Line(
            time: now, level: gravest, mark: "↻",
            message: "again in \(report.span.inWords): "
                + (told + (rest > 0 ? ["\(rest) × \(Repetitions.otherKinds)"] : [])).joined(separator: ", "),
            fields: [
                "EARSHOT_EVENT": "repeated", "EARSHOT_COUNT": "\(report.counts.reduce(0) { $0 + $1.count })",
            ])
    }
}

extension ApplianceEvent.Kind {
    /// Whether it says what is wrong, and what to do.
    fileprivate var isWarning: Bool {
        switch self {
        case .warning, .reload(.some): true
        default: false
        }
    }

    /// How severe it is that this happens.
    fileprivate var severity: Log.Level {
        switch self {
        case .state(.fault): .error
        case .warning, .gap, .availability(false, _, _), .reload(.some): .warning
        case .state(.idle), .state(.listening), .state(.recording), .state(.muted): .notice
        case .command, .output, .confirm, .rejected, .wake, .availability(true, _, _), .reload(nil): .notice
        // What the others lead to, and of an unavailable microphone its event says why.
        case .state, .button, .limit, .partial, .final, .retracted, .end: .info
        case .led: .debug
        }
    }

    /// What it is one of many of, for the count; nil for what is told each time.
    fileprivate var habit: String? {
        switch self {
        case .command, .output, .confirm, .partial, .final, .retracted, .reload, .end, .state(.fault): nil
        case .state(let state): state.rawValue
        case .led(let name, _, let pattern): "\(name) light \(pattern)"
        case .wake(let phrase, _): "wake: \(phrase)"
        case .button(let name, let pressed): "\(name) button \(pressed ? "pressed" : "released")"
        case .rejected(let rejection): "refused: \(rejection.reason.explanation)"
        case .gap(_, let reason, _): "sound missing: \(reason)"
        case .limit: "time to speak running out"
        case .availability(true, _, _): "a microphone that is there"
        case .availability(false, _, _): "a microphone that cannot be heard"
        // Without its remedy, in which numbers vary.
        case .warning(let message): String(message.prefix { $0 != ";" })
        }
    }

    /// What journalctl finds it by.
    fileprivate var fields: [String: String] {
        var fields = ["EARSHOT_EVENT": name]
        switch self {
        case .state(let state): fields["EARSHOT_STATE"] = state.rawValue
        case .led(let name, _, let pattern):
            fields["EARSHOT_LIGHT"] = name
            fields["EARSHOT_PATTERN"] = pattern
        case .wake(let phrase, _): fields["EARSHOT_PHRASE"] = phrase
        case .button(let name, let pressed):
            fields["EARSHOT_BUTTON"] = name
            fields["EARSHOT_PRESSED"] = pressed ? "1" : "0"
        case .command(let command): fields["EARSHOT_COMMAND"] = command.name
        case .confirm(let command, let outcome, _):
            fields["EARSHOT_COMMAND"] = command
            fields["EARSHOT_OUTCOME"] = outcome.rawValue
        case .rejected(let rejection): fields["EARSHOT_REASON"] = rejection.reason.rawValue
        case .output(let name, let on, let reason):
            fields["EARSHOT_OUTPUT"] = name
            fields["EARSHOT_ON"] = on ? "1" : "0"
            fields["EARSHOT_REASON"] = reason
        case .gap(_, let reason, _): fields["EARSHOT_REASON"] = reason
        case .availability(let available, let source, _):
            fields["EARSHOT_AVAILABLE"] = available ? "1" : "0"
            fields["EARSHOT_SOURCE"] = source
        case .partial, .final, .retracted, .limit, .warning, .reload, .end: break
        }
        return fields
    }
}
