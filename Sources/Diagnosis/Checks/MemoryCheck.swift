import Platform

/// Whether there is memory enough for the recognizer.
package struct MemoryCheck: HealthCheck {
    package let subject = "memory"
    private let information: String

    /// - Parameter information: what `/proc/meminfo` says.
    package init(information: String = SystemFiles.text(of: "/proc/meminfo") ?? "") {
        self.information = information
    }

    /// In MB: what commands and dictation take, with some room.
    private static let least = 60
    private static let enough = 150

    package func examine() -> [Finding] {
        guard
            let line = information.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
        else { return [] }
        let free = kilobytes / 1000
        let remedy = "end what is not needed ('systemctl list-units --type=service'), or add swap"
        if free < Self.least { return [.fail("\(free) MB left, too little to start", remedy)] }
        if free < Self.enough { return [.warn("\(free) MB left, too little for dictation", remedy)] }
        return [.ok("\(free) MB left")]
    }
}
