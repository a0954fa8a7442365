import Glibc

/// Which file it is, and as of which writing: whether a file has changed, without reading it again.
///
/// ```swift
/// if FileVersion(of: path) != versionThatWasRead { try readAgain() }
/// ```
package struct FileVersion: Sendable, Hashable {
    private let file: FileIdentity
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Nil where there is none of this name, and for what is no file on a disk.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        file = FileIdentity(status)
        guard file.isOrdinaryFile else { return nil }
        size = Int64(status.st_size)
        seconds = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
    }
}
