import CLinux
import Glibc

/// What makes a simulated input's descriptor readable. Any thread may signal.
final class EdgeSignal: Sendable {
    /// An eventfd: readable from a signal until it is cleared.
    let descriptor: Int32

    /// - Throws: `failed`, when the system has no descriptor left.
    init(of line: LineIdentity) throws(GPIOError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .failed(line, .request, errno: errno) }
    }

    deinit { close(descriptor) }

    func signal() { eventfd_write(descriptor, 1) }

    func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
