import CSystemd

/// systemd, where it started the program as a service of `Type=notify`; elsewhere its calls do nothing.
package struct ServiceManager {
    /// How long the watchdog waits for a sign of life; nil when there is none.
    package let watchdog: Duration?
    private let notify: (String) -> Void

    package init() {
        var microseconds: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(watchdog: isWatched ? .microseconds(Int64(clamping: microseconds)) : nil) {
            sd_notify(0, $0)
        }
    }

    /// One whose place `notify` takes: it is given each message.
    package init(watchdog: Duration?, _ notify: @escaping (String) -> Void) {
        self.watchdog = watchdog
        self.notify = notify
    }

    /// Its work has begun.
    package func ready() { notify("READY=1") }

    /// What `systemctl status` shows.
    package func show(_ status: String) { notify("STATUS=\(status)") }

    /// A sign of life, for the watchdog.
    package func alive() { notify("WATCHDOG=1") }

    /// It is about to end.
    package func stopping() { notify("STOPPING=1") }
}
