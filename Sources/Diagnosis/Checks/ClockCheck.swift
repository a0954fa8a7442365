/// Whether the machine's clock is right: logs are read by it, and what rests over a reboot is timed by it.
package struct ClockCheck: HealthCheck {
    package let subject = "clock"
    private let isSynchronized: Bool?

    /// - Parameter isSynchronized: nil where it cannot be known.
    package init(isSynchronized: Bool? = Self.isSynchronized) { self.isSynchronized = isSynchronized }

    package func examine() -> [Finding] {
        switch isSynchronized {
        case true?: [.ok("synchronised")]
        case false?:
            [
                .warn(
                    "not synchronised, so times in the journal may be wrong, and 'cooldown' longer over a reboot",
                    "'timedatectl set-ntp true', or fit a real-time clock")
            ]
        case nil: []
        }
    }

    /// What systemd says, whichever program synchronises it.
    package static var isSynchronized: Bool? {
        switch CommandOutput.text(of: "timedatectl show --property=NTPSynchronized --value") {
        case "yes\n"?: true
        case "no\n"?: false
        default: nil
        }
    }
}
