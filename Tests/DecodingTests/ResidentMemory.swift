import Glibc
import Testing

/// What this process has in memory of what it has mapped, as the kernel counts it.
enum ResidentMemory {
    /// How much of the first mapping whose line in /proc/self/smaps is as wanted, in KiB.
    ///
    /// Source: proc_pid_smaps(5).
    static func ofMapping(_ isWanted: (String) -> Bool) throws -> Int {
        let lines = try lines(of: "/proc/self/smaps")
        let index = lines.firstIndex(where: isWanted)
        let first = try #require(index)
        let rss = try #require(lines[first...].first { $0.hasPrefix("Rss:") })
        return try #require(rss.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    /// Of a file of the kernel's, which has no size.
    private static func lines(of path: String) throws -> [String] {
        let file = try #require(fopen(path, "re"))
        defer { fclose(file) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0 { lines.append(String(cString: line!)) }
        return lines
    }
}
