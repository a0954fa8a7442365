import CLinux
import Glibc

/// Memory that is mapped twice, end to end: byte `i` and byte `i + byteCount` are the same byte.
///
/// A region that begins anywhere in the first view and is no longer than `byteCount` is contiguous, so nobody has
/// to split a copy at the end of the ring, and drivers and decoders can be given a plain pointer.
struct MirroredMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Maps `byteCount` bytes, a multiple of the page size, twice, and touches every page of both views so that no
    /// page fault is left for later.
    init(byteCount: Int) throws(RingError) {
        let file = clinux_memfd("earshot-ring")
        guard file >= 0 else { throw .noDescriptor(code: errno) }
        defer { close(file) }
        guard ftruncate(file, off_t(byteCount)) == 0 else {
            throw .outOfMemory(byteCount: byteCount, code: errno)
        }

        // One reservation of both views first: the second can then never land on somebody else's memory.
        let reserved = mmap(nil, 2 * byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base = reserved, base != MAP_FAILED else {
            throw .outOfMemory(byteCount: byteCount, code: errno)
        }
        for view in [base, base + byteCount] {
            let mapped = mmap(view, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0)
            guard mapped == view else {
                let code = errno
                munmap(base, 2 * byteCount)
                throw .outOfMemory(byteCount: byteCount, code: code)
            }
            memset(view, 0, byteCount)
        }
        self.base = base
        self.byteCount = byteCount
    }

    func unmap() { munmap(base, 2 * byteCount) }

    /// Bytes in a page: 4 KiB on most machines, 16 KiB on a Raspberry Pi 5.
    static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }
}
