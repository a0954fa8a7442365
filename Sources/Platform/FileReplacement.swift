import Glibc

/// A new text for a file, which is replaced whole or not at all: whoever reads it, and whoever starts after a power failure,
/// finds the old text or the new one.
///
/// The new text is a file of its own until ``commit()``, beside the one that it is for, so that what it refers to is found;
/// it goes if it is not committed. One thread at a time; it waits for the disk.
///
/// ```swift
/// let replacement = try FileReplacement(of: "/etc/earshot/site.yaml", with: edited)
/// guard isMeant(replacement.path) else { return }
/// try replacement.commit()
/// ```
package struct FileReplacement: ~Copyable {
    /// Where the new text lies until it is committed.
    package let path: String
    private let target: String
    private var isCommitted = false

    /// Writes `text` beside the file at `path`, which need not be there. A link there is followed: the file that it leads to is the
    /// one that is replaced.
    ///
    /// - Parameters:
    ///   - permissions: Whatever the umask. Without them, owner and permissions are those of the file that is replaced, as far as
    ///     this user may give them away; a file that was not there is for everybody to read.
    ///   - isDurable: Whether the text is on the disk before it can be committed.
    /// - Throws: What the system refused.
    package init(
        of path: String, with text: String, permissions: mode_t? = nil, isDurable: Bool = true
    ) throws(PlatformError) {
        target = Self.followed(path)
        self.path = try Self.write(text, beside: target, permissions: permissions, isDurable: isDurable)
    }

    deinit {
        if !isCommitted { unlink(path) }
    }

    /// Puts the new text in the place of the old one.
    ///
    /// - Throws: What the system refused.
    package consuming func commit() throws(PlatformError) {
        guard rename(path, target) == 0 else { throw .refused(call: "rename", code: errno) }
        isCommitted = true
    }

    private static func followed(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func write(
        _ text: String, beside target: String, permissions: mode_t?, isDurable: Bool
    ) throws(PlatformError) -> String {
        // A name that nobody else has: whatever is there already is somebody's.
        let path = "\(target).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .refused(call: "open", code: errno) }
        defer { close(file) }
        do throws(PlatformError) {
            var old = stat()
            let isThere = stat(target, &old) == 0
            if permissions == nil, isThere {
                // Root only can give files away. Its file would else be one that the service may not read.
                _ = fchown(file, old.st_uid, old.st_gid)
            }
            let mode = permissions ?? (isThere ? old.st_mode & 0o777 : 0o644)
            guard fchmod(file, mode) == 0 else { throw .refused(call: "fchmod", code: errno) }
            try Descriptors.write(text, to: file)
            if isDurable, fdatasync(file) != 0 { throw .refused(call: "fdatasync", code: errno) }
            return path
        } catch {
            unlink(path)
            throw error
        }
    }
}
