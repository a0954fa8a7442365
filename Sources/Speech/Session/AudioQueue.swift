import Capture
import Synchronization

/// The audio of a request on its way to its task. Both hold it, so that a task gets all that was appended after its
/// request is released, without holding the request itself.
final class AudioQueue: Sendable {
    enum Item: Sendable {
        case buffer(AudioBuffer, AudioTime?)
        case end
        /// Calls once all before it is decoded, or not needed any more.
        case decoded(@Sendable () -> Void)
        /// Ends the utterance under way if it began before a time, nil for now, and calls once what was said before that is
        /// decided, or not needed any more.
        case settled(through: Duration?, @Sendable () -> Void)

        /// Leaves it out.
        func skip() {
            switch self {
            case .decoded(let then), .settled(_, let then): then()
            case .buffer, .end: break
            }
        }
    }

    private struct State {
        var waiting: [Item] = []
        var hasEnded = false
        var receiver: (@Sendable (Item) -> Void)?
    }

    private let state = Mutex(State())

    /// Sends all audio to `receiver`, what waits first.
    func connect(_ receiver: @escaping @Sendable (Item) -> Void) {
        state.withLock { state in
            state.receiver = receiver
            let waiting = state.waiting
            state.waiting = []
            // Within the lock: a buffer that is appended now must not overtake.
            waiting.forEach(receiver)
        }
    }

    /// Without effect after the end.
    func deliver(_ item: Item) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            if case .end = item { state.hasEnded = true }
            if let receiver = state.receiver {
                receiver(item)
            } else {
                state.waiting.append(item)
            }
        }
    }
}
