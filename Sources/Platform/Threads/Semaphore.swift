import CLinux
import Glibc

/// A counting semaphore; any thread may signal or wait.
package final class Semaphore: Sendable {
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    /// One that nobody has signalled.
    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets one waiting thread go on, or the next that will wait.
    package func signal() {
        sem_post(semaphore)
    }

    /// Waits for a signal, and uses it up.
    package func wait() {
        while sem_wait(semaphore) != 0 {}
    }

    /// Waits for a signal, but not longer than `limit`.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func wait(within limit: Duration) -> Bool {
        clinux_wait(semaphore, max(.zero, limit).nanoseconds) == 0
    }
}
