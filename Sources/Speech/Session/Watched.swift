import Synchronization

/// A value behind a lock that Swift tasks wait for a change of. Any thread may use it.
///
/// ```swift
/// let waiting = Watched<[Int]>([])
/// Task { while let next = await waiting.next(where: { $0.popLast() }) { print(next) } }
/// waiting.change { $0.append(1) }
/// ```
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        /// How often it has changed.
        var changes = 0
        var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
        var newestWatcher = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(value: value)) }

    /// Changes the value, and lets all look at it again that wait.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, watchers) = state.withLock { state in
            let result = body(&state.value)
            state.changes += 1
            defer { state.watchers = [:] }
            return (result, state.watchers.values.map(\.self))
        }
        for watcher in watchers { watcher.resume() }
        return result
    }

    /// What `look` first finds in the value, now or after a change; nil where the Swift task is cancelled before it finds anything.
    ///
    /// - Parameter look: may change the value, which others are not told of.
    func next<Found: Sendable, Failure: Error>(
        where look: (inout Value) throws(Failure) -> Found?
    ) async throws(Failure) -> Found? {
        while true {
            let (found, changes) = try state.withLock { state throws(Failure) in
                (try look(&state.value), state.changes)
            }
            if let found { return found }
            guard await change(after: changes) else { return nil }
        }
    }

    /// Whether it has changed more often than so many times; else the Swift task is cancelled.
    private func change(after changes: Int) async -> Bool {
        let number = state.withLock { state in
            state.newestWatcher += 1
            return state.newestWatcher
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { watcher in
                let isDue = state.withLock { state in
                    // Looked at within the lock: who cancels comes for the watcher after this, or has done so before.
                    guard state.changes == changes, !Task.isCancelled else { return true }
                    state.watchers[number] = watcher
                    return false
                }
                if isDue { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: number) }?.resume()
        }
        return !Task.isCancelled
    }
}
