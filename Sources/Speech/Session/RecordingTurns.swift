import Glibc
import Synchronization

/// How many recordings are decoded at once: as many as there are processors, two at least. More would be no faster, and each
/// takes a decoder's memory. None waits for anything but its own file, so that every turn ends.
final class RecordingTurns: Sendable {
    /// The right to decode a recording, as long as somebody holds it.
    final class Turn: Sendable {
        private let turns: RecordingTurns

        fileprivate init(_ turns: RecordingTurns) { self.turns = turns }

        deinit { turns.end() }
    }

    private struct State {
        var free: Int
        /// The oldest first.
        var waiting: [@Sendable (Turn) -> Void] = []
    }

    /// Of all recognizers of the process.
    static let shared = RecordingTurns(count: max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    /// Calls `begin` when it is its turn; at once, if it may be.
    func wait(_ begin: @escaping @Sendable (Turn) -> Void) {
        let isFree = state.withLock { state in
            guard state.free > 0 else {
                state.waiting.append(begin)
                return false
            }
            state.free -= 1
            return true
        }
        if isFree { begin(Turn(self)) }
    }

    private func end() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else {
                return state.waiting.removeFirst() as (@Sendable (Turn) -> Void)?
            }
            state.free += 1
            return nil
        }
        next?(Turn(self))
    }
}
