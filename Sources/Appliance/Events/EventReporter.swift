import EventSocket
import Platform

/// Passes every event to the observer and the log, and sums up the run. Owned by one thread.
final class EventReporter {
    /// What the run has come to so far.
    var summary = ApplianceEvent.Summary()

    /// How often there was what, beyond the summary.
    var counters = ApplianceCounters()

    /// How it is, as far as events tell.
    private(set) var status: ApplianceStatus
    /// What is wrong with the sound; nil if nothing is.
    var soundProblem: String? {
        get { status.microphone.problem }
        set { status.microphone.problem = newValue }
    }
    /// What the device was opened with, in Hz; nil before.
    var sampleRate: Int? {
        get { status.microphone.rate }
        set { status.microphone.rate = newValue }
    }
    /// What brings about what is reported now, if it is neither said nor done at the board.
    var origin: ApplianceEvent.Origin?
    /// Where programs are told of events, and whether with the words that were heard.
    var server: (server: EventServer, tellsWords: Bool)?

    /// Where dictated text goes; nil where nothing of it is written.
    var sinks: TextSinks?

    private let observer: (ApplianceEvent) -> Void
    private var log: EventLog?
    private let write: EventLog.Sink

    /// - Parameters:
    ///   - options: Say what is logged: all that the log is for where there is a sink of its own, else warnings, or nothing.
    ///   - observer: Is given each event, on the thread that reports it.
    init(
        _ options: Appliance.Options, _ configuration: ApplianceConfiguration,
        observer: @escaping (ApplianceEvent) -> Void
    ) {
        self.observer = observer
        status = ApplianceStatus(configuration)
        if let sink = options.log {
            log = EventLog(level: options.logLevel)
            write = sink
        } else {
            log = options.logsWarnings ? EventLog(level: options.logLevel, of: .warnings) : nil
            write = { line in if line.level <= .warning { Log.warning(line.message, from: "appliance") } }
        }
    }

    /// Something has happened at `time`.
    func report(_ kind: ApplianceEvent.Kind, at time: Duration) {
        count(kind)
        counters.note(kind)
        status.note(kind)
        let event = ApplianceEvent(kind, at: time, origin: origin)
        for line in log?.lines(for: event) ?? [] { write(line) }
        observer(event)
        sinks?.take(event)
        guard let (server, tellsWords) = server, server.hasReaders else { return }
        if let told = tellsWords ? event : event.withoutWords { server.tell(told.json) }
    }

    /// What is reported is about another configuration from now on.
    func adopt(_ configuration: ApplianceConfiguration) {
        status.adopt(configuration)
        server?.tellsWords = configuration.socket.tellsWords
    }

    /// Reports what `body` brings about as coming from `origin`.
    func marking<Result>(_ origin: ApplianceEvent.Origin?, _ body: () -> Result) -> Result {
        let before = self.origin
        defer { self.origin = before }
        self.origin = origin
        return body()
    }

    /// Time has come to `now`: what was counted may be told.
    func advance(to now: Duration) {
        if let line = log?.line(at: now) { write(line) }
    }

    /// Counts gaps, outages and warnings (gaps are logged by Capture).
    private func count(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .gap(let duration, _, _):
            summary.gaps += 1
            summary.missing += duration
        case .availability(false, _, _): summary.outages += 1
        case .warning: summary.warnings += 1
        default: break
        }
    }
}
