/// Tells the service manager that the program lives, and what it is at, no more often than that is of use.
///
/// Owned by the thread of the program's main loop: that it comes round is the sign of life.
///
/// ```swift
/// var heartbeat = Heartbeat()
/// heartbeat.begin(at: clock.now)
/// while !ending.take() {
///     work()
///     heartbeat.show("connected")
///     heartbeat.beat(at: clock.now)
///     wait(until: heartbeat.nextDeadline)
/// }
/// heartbeat.end()
/// ```
package struct Heartbeat {
    private let manager: ServiceManager
    private let interval: Duration?
    private var shown = ""
    /// When the next sign of life is due; nil while nobody watches.
    package private(set) var nextDeadline: Duration?

    package init(_ manager: ServiceManager = ServiceManager()) {
        self.manager = manager
        // Twice as often as it is looked for, so that one that is late is none that is missing.
        interval = manager.watchdog.map { $0 / 2 }
    }

    /// The program's work has begun.
    ///
    /// - Parameter now: of the clock that every other moment is of.
    package mutating func begin(at now: Duration) {
        nextDeadline = interval.map { _ in now }
        manager.ready()
    }

    /// Gives a sign of life if one is due.
    package mutating func beat(at now: Duration) {
        guard let interval, let due = nextDeadline, now >= due else { return }
        manager.alive()
        nextDeadline = now + interval
    }

    /// Has `systemctl status` show `status`, unless that is what it shows.
    package mutating func show(_ status: String) {
        guard status != shown else { return }
        shown = status
        manager.show(status)
    }

    /// The program is about to end.
    package func end() { manager.stopping() }
}
