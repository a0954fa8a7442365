import Appliance
import Console
import Glibc
import Platform

/// A file that a command is to write in the end: made at once, so that a place that cannot be written to is found before the
/// work, and what was there stays until there is something to put in its place.
final class OutputFile {
    let path: String
    private let descriptor: Int32
    /// Whether there was no such file before, and nothing is in it yet.
    private var isMade: Bool

    /// - Throws: `UsageError` when it cannot be written to.
    init(path: String) throws(UsageError) {
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        isMade = made >= 0
        descriptor = isMade ? made : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw UsageError(
                "'\(path)' cannot be written (\(String(cString: strerror(errno)))); name another file")
        }
        self.path = path
    }

    deinit {
        close(descriptor)
        if isMade { unlink(path) }
    }

    /// Replaces what the file holds.
    ///
    /// - Throws: `ApplianceError.unavailable` when there is no room.
    func write(_ text: String) throws(ApplianceError) {
        do {
            // A pipe or a device has no length.
            _ = ftruncate(descriptor, 0)
            try Descriptors.write(text, to: descriptor)
            isMade = false
        } catch {
            throw .unavailable("'\(path)' could not be written (\(error)); make room, or name another file")
        }
    }
}
