/// What systemd knows of the service.
package struct ServiceState: Sendable, Hashable {
    private let properties: [String: String]

    /// - Parameter text: what `systemctl show` prints, `Key=value` lines.
    package init(_ text: String) {
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        properties = Dictionary(pairs) { first, _ in first }
    }

    /// Asks systemd; nil where it does not run.
    package static func ofSystem() -> ServiceState? {
        CommandOutput.text(
            of: "systemctl show earshot.service --no-pager --property=\(keys.joined(separator: ","))"
        ).map { ServiceState($0) }
    }

    private static let keys = [
        "LoadState", "ActiveState", "SubState", "Result", "ExecMainCode", "ExecMainStatus", "NRestarts",
        "MainPID", "ReadWritePaths",
        "ActiveEnterTimestamp", "InactiveEnterTimestamp",
    ]

    var isInstalled: Bool { properties["LoadState"] == "loaded" }
    var isActive: Bool { properties["ActiveState"].map { $0 == "active" || $0 == "reloading" } ?? false }
    /// Whether it has begun to start, and has not said yet that it has.
    var isStarting: Bool { properties["ActiveState"] == "activating" && !isWaiting }
    /// Whether it waits to be started again.
    var isWaiting: Bool { properties["SubState"]?.hasPrefix("auto-restart") ?? false }
    /// `success`, `exit-code`, `signal`, `watchdog`, `oom-kill` and others.
    var result: String { properties["Result"] ?? "" }
    /// How its last process ended, or its signal.
    var exitStatus: Int { properties["ExecMainStatus"].flatMap { Int($0) } ?? 0 }
    var restarts: Int { properties["NRestarts"].flatMap { Int($0) } ?? 0 }
    /// Nil while it does not run.
    package var process: Int? { properties["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    /// What its unit lets it write beyond its own folders (`ReadWritePaths=`).
    var writableFolders: [String] {
        (properties["ReadWritePaths"] ?? "").split(separator: " ").map { path in
            String(path.drop { $0 == "-" || $0 == "+" })
        }
    }
    var runsSince: String { properties["ActiveEnterTimestamp"] ?? "" }
    var endedAt: String { properties["InactiveEnterTimestamp"] ?? "" }
}
