import Synchronization

/// Something that happens once, and that any number of Swift tasks wait for. Unlike a stream's end, which Swift 6.0 tells to one of
/// those that wait for it only.
///
/// ```swift
/// let over = Latch()
/// Task { await over.wait() }
/// over.open()
/// ```
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// It has happened: those that wait go on, and nobody waits from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when it has happened; a cancelled Swift task waits, too.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}
