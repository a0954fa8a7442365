import Glibc
import Platform

/// A file's bytes, mapped for reading while this object lives. Any thread may read them.
final class MappedFile: Sendable {
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    let path: String

    init(path: String) throws(ModelError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "no such file" : systemText(errno)
            throw .unusableModel(path: path, reason: reason, remedy: "check the path in model.yaml")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unusableModel(
                path: path, reason: "not an ordinary file", remedy: "check the path in model.yaml")
        }
        guard status.st_size > 0 else {
            throw .unusableModel(path: path, reason: "the file is empty", remedy: "install it again")
        }
        let size = Int(status.st_size)
        guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
            throw .unusableModel(
                path: path, reason: "cannot be mapped: \(systemText(errno))",
                remedy: "free some memory")
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
}
