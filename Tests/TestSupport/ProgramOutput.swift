import Foundation
import Synchronization

/// What a program has written to a pipe, read by a thread of its own.
///
/// Foundation's `readabilityHandler` would need no thread, but it leaves the closing of the descriptor to chance: when another
/// pipe had got the same number by then, the tests ended in `_dispatch_event_loop_drain`.
final class ProgramOutput: Sendable {
    private struct State {
        var bytes = Data()
        var isOver = false
    }

    private let state = Mutex(State())

    /// All that has come so far.
    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Reads until nobody can write to it any more. Once, after the program was started.
    func read(from pipe: Pipe) {
        let end = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            while case let data = end.availableData, !data.isEmpty {
                state.withLock { $0.bytes += data }
            }
            state.withLock { $0.isOver = true }
        }
    }

    /// Waits for the last words of a program that has ended; they are still in the pipe. Those whom it has left behind may
    /// hold the pipe open, hence the limit.
    func awaitEnd(within limit: Duration) {
        let last = ContinuousClock.now + limit
        while !state.withLock({ $0.isOver }), ContinuousClock.now < last { usleep(1000) }
    }
}
