import Synchronization

/// Updates on their way from decoder threads to the one thread that reads them, with a descriptor to poll.
package final class UpdateQueue<Update: Sendable>: Sendable {
    private struct State {
        var updates: [Update] = []
        /// What updates are wanted of, such as an utterance; those of a cancelled one come too late.
        var current: ObjectIdentifier?
        /// Called after every update, on a decoder's thread.
        var observer: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let event: EventDescriptor

    /// Readable while updates wait.
    package var descriptor: Int32 { event.descriptor }

    /// An empty one.
    ///
    /// - Throws: `PlatformError.refused` when the process has no descriptor left.
    package init() throws(PlatformError) {
        event = try EventDescriptor()
    }

    /// Drops what waits, and takes updates of `source` only; of none if nil.
    package func follow(_ source: AnyObject?) {
        let source = source.map { ObjectIdentifier($0) }
        state.withLock { state in
            state.updates.removeAll()
            state.current = source
            event.drain()
        }
    }

    /// Calls `observer` whenever an update waits, on the thread that adds it; nil for none.
    package func observe(_ observer: (@Sendable () -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    /// Adds an update, unless those of another source are wanted now; then calls the observer. Any thread may.
    package func post(_ update: Update, of source: AnyObject) {
        let source = ObjectIdentifier(source)
        let observer: (@Sendable () -> Void)? = state.withLock { state in
            guard state.current == source else { return nil }
            state.updates.append(update)
            event.signal()
            return state.observer
        }
        observer?()
    }

    /// The oldest update that waits; nil when none does. For the one thread that reads them; it never waits.
    package func next() -> Update? {
        state.withLock { state in
            // Of an empty one the descriptor is drained already; it is asked too often for another look.
            guard !state.updates.isEmpty else { return nil }
            if state.updates.count == 1 { event.drain() }
            return state.updates.removeFirst()
        }
    }
}
