import CLinux
import Glibc

/// A descriptor that is readable from a signal until it is drained (eventfd(2)): how one thread wakes another that polls.
///
/// Any thread may use it. Nothing here waits, save ``wait(milliseconds:)``, and nothing allocates, locks or counts
/// references, so that a real-time thread may signal. It is closed with this value.
///
/// ```swift
/// let event = try EventDescriptor()
/// event.signal()
/// event.isSignalled  // true, until event.drain()
/// ```
package struct EventDescriptor: ~Copyable, Sendable {
    /// For poll and epoll: readable while it is signalled. Not to be read, written or closed by others.
    package let descriptor: Int32

    /// One that is not signalled.
    ///
    /// - Throws: `PlatformError.refused` when the process has no descriptor left.
    package init() throws(PlatformError) {
        let made = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard made >= 0 else { throw .refused(call: "eventfd", code: errno) }
        descriptor = made
    }

    deinit { close(descriptor) }

    /// Makes it readable; once more changes nothing.
    package func signal() { eventfd_write(descriptor, 1) }

    /// Takes all signals back.
    package func drain() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    /// Whether there is a signal that was not drained.
    package var isSignalled: Bool { wait(milliseconds: 0) }

    /// Waits until there is a signal, which stays, or until `milliseconds` have passed; a negative number is for ever.
    ///
    /// - Returns: Whether there is one. A signal handler of the process may end the wait early without.
    package func wait(milliseconds: Int32 = -1) -> Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, milliseconds) > 0
    }
}
