import CSystemd
import Configuration

/// systemd, where it started the appliance as a service of `Type=notify`; elsewhere its calls do nothing.
struct ServiceManager {
    /// How long the watchdog waits for a sign of life; nil when there is none.
    let watchdog: Duration?
    private let notify: (String) -> Void

    init() {
        var microseconds: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(watchdog: isWatched ? .microseconds(Int64(clamping: microseconds)) : nil) {
            sd_notify(0, $0)
        }
    }

    /// One whose place `notify` takes: it is given each message.
    init(watchdog: Duration?, _ notify: @escaping (String) -> Void) {
        self.watchdog = watchdog
        self.notify = notify
    }

    /// Hearing has begun, or is being waited for.
    func ready() { notify("READY=1") }

    /// What `systemctl status` shows.
    func show(_ status: String) { notify("STATUS=\(status)") }

    /// As above: the state, and of one in which nothing is heard the reason.
    func show(_ state: ApplianceState, because reason: String) {
        show(Self.status(of: state, because: reason))
    }

    /// `unavailable: microphone 'USB' is gone`: what is wrong, without what to do, which the log says. One line of at most
    /// 150 characters, since a line break would begin another message to the manager.
    static func status(of state: ApplianceState, because reason: String) -> String {
        guard state.isDeaf, let what = reason.split(separator: ";").first else { return state.rawValue }
        let text = String(what.unicodeScalars.map { $0.isControl ? " " : Character($0) })
        return String("\(state.rawValue): \(text)".prefix(150))
    }

    func alive() { notify("WATCHDOG=1") }

    func stopping() { notify("STOPPING=1") }
}
