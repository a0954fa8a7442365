import Appliance
import Glibc
import Platform

/// Events on their way to standard output. A reader that stands still or a full disk costs lines, and never keeps the
/// appliance waiting.
final class EventOutput {
    private let style: Terminal.Style
    private let line: (ApplianceEvent) -> String?
    private var isFailing = false

    /// - Parameters:
    ///   - style: How lines look.
    ///   - line: An event as it is written; nil for one that is not.
    init(style: Terminal.Style, _ line: @escaping (ApplianceEvent) -> String?) {
        self.style = style
        self.line = line
    }

    /// Writes an event; false when the reader has gone.
    func write(_ event: ApplianceEvent) -> Bool {
        guard let text = line(event) else { return true }
        let failure = Terminal.enqueue(text, style: style) { lost in
            line(ApplianceEvent(.warning(Terminal.lossNotice(lost)), at: event.time)) ?? ""
        }
        guard failure != EPIPE else { return false }
        if failure != 0, !isFailing {
            let reason = String(cString: strerror(failure))
            Log.warning("standard output: \(reason); what happens is told later, or is lost", from: "run")
        }
        isFailing = failure != 0
        return true
    }
}
