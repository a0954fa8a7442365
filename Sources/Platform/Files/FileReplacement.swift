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
    private let isDurable: Bool
    private var isCommitted = false

    /// For a file of somebody's, which need not be there: a link is followed to the file that it leads to, and owner and
    /// permissions stay as they are, as far as this user may give them away.
    ///
    /// - Throws: What the system refused.
    package init(of path: String, with text: String) throws(PlatformError) {
        target = Self.followed(path)
        isDurable = true
        // A name that nobody else has: whatever is there already is somebody's, too.
        self.path = "\(target).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        var old = stat()
        let attributes = stat(target, &old) == 0 ? old : nil
        try Self.write(text, to: self.path, O_EXCL, 0o666) { file in
            guard let attributes else { return 0 }
            // Root only can give files away. Its file would else be one that the service may not read.
            _ = fchown(file, attributes.st_uid, attributes.st_gid)
            return fchmod(file, attributes.st_mode & 0o777)
        }
    }

    /// For a file that this program alone writes, at `path`, whatever is there: no link is followed, and a new text that a power
    /// failure has left is written over.
    ///
    /// - Parameters:
    ///   - permissions: Whatever the umask.
    ///   - isDurable: Whether the text is on the disk before it can be committed, and in its place there once it is.
    /// - Throws: What the system refused.
    package init(
        ofOwn path: String, with text: String, permissions: mode_t, isDurable: Bool
    ) throws(PlatformError) {
        target = path
        self.isDurable = isDurable
        self.path = path + ".new"
        try Self.write(text, to: self.path, O_TRUNC | O_NOFOLLOW, permissions, isDurable: isDurable) {
            fchmod($0, permissions)
        }
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
        if isDurable { SystemFiles.syncFolder(of: target) }
    }

    private static func followed(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return leadingNowhere(path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Where a link leads that leads to no file yet, and the path where it is none.
    private static func leadingNowhere(_ path: String) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return path }
        let target = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }

    /// - Parameter prepare: Gives the new file its attributes; what it returns is 0 or a refusal.
    private static func write(
        _ text: String, to path: String, _ flags: Int32, _ mode: mode_t, isDurable: Bool = true,
        _ prepare: (Int32) -> Int32
    ) throws(PlatformError) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode)
        guard file >= 0 else { throw .refused(call: "open", code: errno) }
        defer { close(file) }
        do throws(PlatformError) {
            guard prepare(file) == 0 else { throw .refused(call: "fchmod", code: errno) }
            try Descriptors.write(text, to: file)
            if isDurable, fdatasync(file) != 0 { throw .refused(call: "fdatasync", code: errno) }
        } catch {
            unlink(path)
            throw error
        }
    }
}
