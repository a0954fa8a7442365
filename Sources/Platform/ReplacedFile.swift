import Glibc

/// Files that are written whole or not at all: what was there stays until the new text is on the disk.
///
/// ```swift
/// try ReplacedFile.write(model, to: "shop/phrases.arpa")
/// ```
package enum ReplacedFile {
    /// Puts `text` in the place of the file at `path`, or makes it. Any thread may call it; it waits for the disk.
    ///
    /// - Throws: What the system refused.
    package static func write(_ text: String, to path: String) throws(PlatformError) {
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw .refused(call: "open", code: errno) }
        defer { close(file) }
        do throws(PlatformError) {
            try Descriptors.write(text, to: file)
            guard fsync(file) == 0 else { throw .refused(call: "fsync", code: errno) }
            guard rename(draft, path) == 0 else { throw .refused(call: "rename", code: errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }
}
