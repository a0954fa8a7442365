import Glibc
import Platform

/// Counts how often the service has begun since the machine was started, in its folder under `/run`, which is in memory.
enum StartCount {
    /// One more start.
    ///
    /// - Parameter folder: The service's.
    /// - Returns: how many there were before; nil where nobody counts.
    static func next(in folder: String? = ServiceFolder.runtime) -> Int? {
        guard let folder else { return nil }
        let path = folder + "/starts"
        let before = SystemFiles.text(of: path).flatMap { Int($0.filter { !$0.isWhitespace }) } ?? 0
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        try? Descriptors.write("\(before + 1)\n", to: file)
        return before
    }
}
