import Platform

/// Whether the service runs, and how it ended last.
package struct ServiceCheck: HealthCheck {
    package let subject = "service"
    private let service: ServiceState?

    /// - Parameter service: nil where systemd does not run.
    package init(_ service: ServiceState?) { self.service = service }

    private static let journal = "'journalctl -u earshot -p warning -n 20' says why"

    package func examine() -> [Finding] {
        guard let service else { return [.ok("systemd does not run here")] }
        guard service.isInstalled else {
            return [.warn("it is not installed", "'sudo make install' in the folder where it was built")]
        }
        if service.isActive {
            guard service.restarts > 0 else { return [.ok("runs since \(service.runsSince)")] }
            return [
                .warn(
                    "runs since \(service.runsSince), and was started again \(service.restarts.counted("time"))",
                    Self.journal)
            ]
        }
        guard !service.isStarting else {
            guard service.restarts > 0 else { return [.warn("is being started", "ask again in a moment")] }
            return [.warn("is being started again, after \(service.restarts.counted("time"))", Self.journal)]
        }
        return [end(of: service)]
    }

    private func end(of service: ServiceState) -> Finding {
        let time = service.endedAt.isEmpty ? "" : " (\(service.endedAt))"
        let again = service.isWaiting ? "; it is started again and again" : ""
        switch (service.result, service.exitStatus) {
        case ("exit-code", 78):
            return .fail(
                "ended\(time), for its configuration has mistakes",
                "'earshot check /etc/earshot/earshot.yaml', then 'sudo systemctl restart earshot'")
        case ("exit-code", 64):
            return .fail(
                "ended\(time), for its command line is wrong",
                "'sudo systemctl revert earshot', or \(Self.journal)")
        case ("exit-code", 69):
            return .fail("ended\(time), for something is missing\(again)", Self.journal)
        case ("exit-code", let status):
            return .fail("ended\(time) with status \(status)\(again)", Self.journal)
        case ("watchdog", _):
            return .fail(
                "killed\(time), for it stood still\(again)",
                "\(Self.journal); is this machine too slow, or its card broken?")
        case ("oom-kill", _):
            return .fail("killed\(time), for memory had run out\(again)", "end what else is not needed here")
        case ("signal", let signal), ("core-dump", let signal):
            return .fail("ended\(time) by signal \(signal)\(again)", Self.journal)
        case ("success", _), ("", _):
            return .warn(
                "does not run",
                "sudo systemctl enable --now earshot-safe earshot; if that fails, 'systemctl status earshot' says what it needs"
            )
        case (let result, _): return .fail("ended\(time): \(result)\(again)", Self.journal)
        }
    }
}
