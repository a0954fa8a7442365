import Glibc

/// Which file it is, by whatever name.
///
/// ```swift
/// if FileIdentity(of: path) == FileIdentity(of: STDOUT_FILENO) { print("what is printed goes there, too") }
/// ```
package struct FileIdentity: Sendable, Hashable {
    private let device: dev_t
    private let number: ino_t
    /// Whether it is a file on a disk, and no folder, pipe or device.
    package let isOrdinaryFile: Bool

    /// That of a file whose status is known.
    package init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
        isOrdinaryFile = status.st_mode & S_IFMT == S_IFREG
    }

    /// Nil where there is none of this name, or it cannot be looked at.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil for a descriptor that is not open.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }
}
