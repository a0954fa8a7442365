import Appliance
import Configuration
import Glibc
import Platform

/// A file that is written whole, in the end, and never over another: one that is to make room for it is kept beside it, with
/// `~` after its name, as editors do.
struct NewFile {
    /// One that begins with a dash is written with its folder.
    let path: String
    /// Whether what has the name now makes room.
    let isReplacing: Bool

    init(path: String, isReplacing: Bool) {
        self.path = path.asArgument
        self.isReplacing = isReplacing
    }

    /// Whether something has this name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Why no file can be made there; nil if one can, as far as that is known before.
    static func objection(to path: String) -> String? {
        guard !path.isEmpty else { return "a file needs a name; name one" }
        guard !path.unicodeScalars.contains(where: \.isControl) else {
            return "a name with control characters cannot be typed again; name another file"
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return "'\(path)' is not a file; name another"
        }
        let folder = SystemFiles.folder(of: path)
        guard access(folder, W_OK | X_OK) == 0 else {
            return
                "'\(path)' cannot be written (\(folder): \(systemText(errno))); name another file"
        }
        return nil
    }

    /// - Throws: `ApplianceError.unavailable` when it cannot be written; nothing is left of it then.
    func write(_ text: String) throws(ApplianceError) {
        if isReplacing, rename(path, path + "~") != 0, errno != ENOENT { throw unavailable(errno) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let code = errno
            if isReplacing { rename(path + "~", path) }
            throw unavailable(code)
        }
        defer { close(descriptor) }
        do throws(PlatformError) {
            try Descriptors.write(text, to: descriptor)
            // It outlasts the plug, which is pulled next.
            if fdatasync(descriptor) != 0 { throw .refused(call: "fdatasync", code: errno) }
        } catch {
            unlink(path)
            if isReplacing { rename(path + "~", path) }
            throw unavailable(error.code)
        }
        SystemFiles.syncFolder(of: path)
    }

    private func unavailable(_ code: Int32) -> ApplianceError {
        .unavailable(
            "'\(path)' could not be written (\(systemText(code))); make room, or name another file"
        )
    }
}
