import Platform

/// Passes every event to the observer, and sums up the run. Owned by one thread.
final class EventReporter {
    /// What the run has come to so far.
    var summary = ApplianceEvent.Summary()

    private let observer: (ApplianceEvent) -> Void
    private let logsWarnings: Bool

    /// - Parameters:
    ///   - logsWarnings: Whether warnings are written to the log as well.
    ///   - observer: Is given each event, on the thread that reports it.
    init(logsWarnings: Bool, observer: @escaping (ApplianceEvent) -> Void) {
        self.logsWarnings = logsWarnings
        self.observer = observer
    }

    /// Something has happened at `time`.
    func report(_ kind: ApplianceEvent.Kind, at time: Duration) {
        count(kind)
        observer(ApplianceEvent(kind, at: time))
    }

    /// Counts gaps, outages and warnings (gaps are logged by Capture).
    private func count(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .gap(let duration, _, _):
            summary.gaps += 1
            summary.missing += duration
        case .availability(false, _, _):
            summary.outages += 1
        case .warning(let message):
            summary.warnings += 1
            if logsWarnings { Log.warning(message, from: "appliance") }
        default: break
        }
    }
}
