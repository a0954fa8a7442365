import Platform

/// What a bridge logs: what comes again and again, such as a broker that stays away, only now and then (``Repetitions``).
struct BridgeLog: Sendable {
    private var repetitions = Repetitions()

    /// Logs `message`, or counts it as one more of its kind.
    mutating func note(_ level: Log.Level, _ message: String, kind: String, at now: Duration) {
        guard repetitions.admits(kind, at: now) else { return }
        switch level {
        case .error, .warning: Log.warning(message, from: "mqtt")
        case .notice: Log.notice(message, from: "mqtt")
        case .info, .debug: Log.info(message, from: "mqtt")
        }
    }

    /// Time has come to `now`: what was counted may be told.
    mutating func advance(to now: Duration) {
        guard let report = repetitions.due(at: now) else { return }
        let counts = report.counts.map { "\($0.count) × \($0.kind)" }.joined(separator: ", ")
        Log.notice("again in the last \(Int(report.span.seconds / 60)) min: \(counts)", from: "mqtt")
    }
}
