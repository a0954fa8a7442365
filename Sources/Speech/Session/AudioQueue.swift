import Synchronization

/// The audio of a request on its way to its task. Both hold it, so that a task gets all that was appended after its
/// request is released, without holding the request itself.
final class AudioQueue: Sendable {
    private struct State {
        var waiting: [SessionInput] = []
        var hasEnded = false
        var receiver: (@Sendable (SessionInput) -> Void)?
    }

    private let state = Mutex(State())

    /// Sends all audio to `receiver`, what waits first.
    func connect(_ receiver: @escaping @Sendable (SessionInput) -> Void) {
        state.withLock { state in
            state.receiver = receiver
            let waiting = state.waiting
            state.waiting = []
            // Within the lock: a buffer that is appended now must not overtake.
            waiting.forEach(receiver)
        }
    }

    /// Without effect after the end.
    func deliver(_ item: SessionInput) {
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
