import Synchronization

/// A thread that is there while it has something to do: the first call starts it, and it ends without another call in time.
///
/// For work that comes seldom, where a thread that waits would hold its stack for nothing. Work that comes all the time
/// goes through a ``JobQueue``. Any thread may call.
///
/// ```swift
/// letters.append(letter)
/// try thread.run { while let letter = self.nextLetter() { deliver(letter) } }
/// ```
package final class OnDemandThread: Sendable {
    private struct State {
        var isRunning = false
        /// Whether there was a call since the work was last begun.
        var isCalled = false
        /// Those who wait for its end.
        var waiters: [Semaphore] = []
    }

    private let name: String
    private let state = Mutex(State())

    /// - Parameter name: 15 bytes at most, as `top -H` shows it.
    package init(name: String) { self.name = name }

    /// Whether the work is being done, or about to be.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Has the work done from its beginning, after this call; returns at once.
    ///
    /// - Parameter work: The same at every call: a thread that runs already does what it was started with once more.
    /// - Throws: `PlatformError.refused` when the process can have no thread more.
    package func run(_ work: @escaping @Sendable () -> Void) throws(PlatformError) {
        // The thread is made under the lock: a call beside one that can have no thread is to be told so, too.
        try state.withLock { state throws(PlatformError) in
            if !state.isRunning {
                try SystemThread(name: name) { [self] in while isCalled() { work() } }.detach()
            }
            state.isRunning = true
            state.isCalled = true
        }
    }

    /// Waits until the work is done and nobody has called for more, but not longer than `limit`.
    package func settle(within limit: Duration) {
        let end = Semaphore()
        let isRunning = state.withLock { state in
            if state.isRunning { state.waiters.append(end) }
            return state.isRunning
        }
        if isRunning { end.wait(within: limit) }
    }

    /// Whether there was a call since this was asked before; if not, the thread is to end.
    private func isCalled() -> Bool {
        state.withLock { state in
            state.isRunning = state.isCalled
            state.isCalled = false
            if !state.isRunning {
                for waiter in state.waiters { waiter.signal() }
                state.waiters = []
            }
            return state.isRunning
        }
    }
}
