import Platform

/// What a bridge logs: what comes again and again, such as a broker that stays away, only now and then (``Repetitions``).
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// log.note(.warning, "no broker at broker.lan", kind: "no broker", at: now)
/// ```
package struct BridgeLog: Sendable {
    private let source: StaticString
    private var repetitions = Repetitions()

    /// - Parameter source: what messages are from: `mqtt`.
    package init(from source: StaticString) { self.source = source }

    /// Logs `message`, or counts it as one more of its kind.
    package mutating func note(_ level: Log.Level, _ message: String, kind: String, at now: Duration) {
        guard repetitions.admits(kind, at: now) else { return }
        switch level {
        case .error, .warning: Log.warning(message, from: source)
        case .notice: Log.notice(message, from: source)
        case .info, .debug: Log.info(message, from: source)
        }
    }

    /// Time has come to `now`: what was counted may be told.
    package mutating func advance(to now: Duration) {
        guard let report = repetitions.due(at: now) else { return }
        let counts = report.counts.map { "\($0.count) × \($0.kind)" }.joined(separator: ", ")
        Log.notice("again in the last \(Int(report.span.seconds / 60)) min: \(counts)", from: source)
    }
}
