import Appliance
import Glibc
import Platform
import Synchronization

/// Events on their way to standard output, or to standard error where that has dictated text: as JSON, as a timeline for a
/// person who looks on, or as a quiet log for a file or systemd's journal. A reader that stands still or a full disk costs lines,
/// and never keeps the appliance waiting.
final class EventOutput: Sendable {
    private enum Form {
        case json
        case timeline
        case log
    }

    private let form: Form
    private let isBesideText: Bool
    private let style: Terminal.Style
    private let journal: Journal?
    private let stop: StopSignal
    private let isFailing = Atomic(false)

    /// - Parameters:
    ///   - writesJSON: Whether a program reads.
    ///   - isBesideText: Whether standard output has text, and nothing else. What happens then goes to standard error, as a log.
    ///   - style: How lines look, but those of the journal.
    ///   - stop: Is raised when the reader has gone: the run then ends in order, with every output safe.
    init(
        writesJSON: Bool, besideText isBesideText: Bool = false, style: Terminal.Style,
        endingWithReader stop: StopSignal
    ) {
        form = writesJSON ? .json : Terminal.isWatched && !isBesideText ? .timeline : .log
        let descriptor = isBesideText ? STDERR_FILENO : STDOUT_FILENO
        journal = form == .log && Journal.reads(descriptor) ? Journal() : nil
        self.isBesideText = isBesideText
        self.style = style
        self.stop = stop
    }

    /// Has `options` bring what this needs.
    func prepare(_ options: inout Appliance.Options) {
        // The timeline and the log show warnings themselves.
        options.logsWarnings = form == .json
        options.logLevel = Log.level
        if form == .log { options.log = { [self] line in write(line) } }
    }

    /// Writes an event, unless the log tells of it.
    func write(_ event: ApplianceEvent) {
        guard form != .log, let line = text(of: event) else { return }
        write(line) { [self] lost in text(of: ApplianceEvent(.warning(lost), at: event.time)) ?? "" }
    }

    private func text(of event: ApplianceEvent) -> String? {
        form == .json ? event.json : Timeline.line(for: event)
    }

    private func write(_ line: EventLog.Line) {
        if let journal {
            journal.send(line.text, level: line.level, fields: line.fields)
        } else if isBesideText {
            Log.write(Terminal.visible(Timeline.line(line.mark, line.message, at: line.time)))
        } else {
            write(Timeline.line(line.mark, line.message, at: line.time)) { lost in
                Timeline.line("!", lost, at: line.time)
            }
        }
    }

    /// - Parameter notice: The line that says what is missing before this one.
    private func write(_ text: String, afterLosing notice: (String) -> String) {
        let failure = Terminal.enqueue(text, style: style) { notice(Terminal.lossNotice($0)) }
        guard failure != EPIPE else { return stop.raise() }
        if !isFailing.exchange(failure != 0, ordering: .relaxed), failure != 0 {
            let reason = systemText(failure)
            Log.warning("standard output: \(reason); what happens is told later, or is lost", from: "run")
        }
    }
}
