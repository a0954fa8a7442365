import CLinux
import Glibc

/// A counting semaphore; any thread may signal or wait.
package final class Semaphore: Sendable {
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    package func signal() {
        sem_post(semaphore)
    }

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
