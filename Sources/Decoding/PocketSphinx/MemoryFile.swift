import CLinux
import Glibc
import Platform

/// Bytes as a file that never touches a disk, for C libraries that only read files; gone with the value.
package final class MemoryFile {
    private let descriptor: Int32

    convenience init(_ text: String, name: String) throws(DecoderError) {
        try self.init(Array(text.utf8), name: name)
    }

    package init(_ bytes: [UInt8], name: String) throws(DecoderError) {
        descriptor = clinux_memfd(name)
        guard descriptor >= 0 else { throw .outOfResources(call: "memfd_create", code: errno) }
        do { try Descriptors.write(bytes, to: descriptor) } catch { throw DecoderError(error) }
    }

    deinit {
        close(descriptor)
    }

    /// Opens it from its first byte, in this process only.
    package var path: String { "/proc/self/fd/\(descriptor)" }
}
