import CSystemd

/// systemd, where it started the appliance as a service of `Type=notify`; elsewhere nobody listens and nothing happens.
struct ServiceManager {
    /// How long the watchdog waits for a sign of life; nil when there is none.
    let watchdog: Duration?

    init() {
        var microseconds: UInt64 = 0
        watchdog =
            sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Hearing has begun, or is being waited for.
    func ready() { sd_notify(0, "READY=1") }

    /// What `systemctl status` shows.
    func show(_ status: String) { sd_notify(0, "STATUS=\(status)") }

    func alive() { sd_notify(0, "WATCHDOG=1") }

    func stopping() { sd_notify(0, "STOPPING=1") }
}
