import Platform

/// Whether there is memory enough for the recognizer.
package struct MemoryCheck: HealthCheck {
    package let subject = "memory"
    private let information: String
    private let isRunning: Bool

    /// - Parameters:
    ///   - information: what `/proc/meminfo` says.
    ///   - isRunning: whether an appliance has taken what it needs already.
    package init(
        information: String = SystemFiles.text(of: "/proc/meminfo") ?? "", isRunning: Bool = false
    ) {
        self.information = information
        self.isRunning = isRunning
    }

    /// In MB: what commands and dictation take, with some room.
    private static let least = 60
    private static let enough = 150
    /// In MB: below this the kernel looks for a program to end.
    private static let spare = 20

    package func examine() -> [Finding] {
        guard
            let line = information.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
        else { return [] }
        let free = kilobytes / 1000
        let remedy = "end what is not needed ('systemctl list-units --type=service'), or add swap"
        if isRunning {
            let text = "\(free) MB left beside the running appliance"
            return [
                free < Self.spare ? .warn("\(text): the kernel may end a program soon", remedy) : .ok(text)
            ]
        }
        if free < Self.least { return [.fail("\(free) MB left, too little to start", remedy)] }
        if free < Self.enough { return [.warn("\(free) MB left, too little for dictation", remedy)] }
        return [.ok("\(free) MB left")]
    }
}
