import CLinux
import Glibc
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
    /// An eventfd: readable while updates wait.
    package let descriptor: Int32

    package init() throws(PlatformError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .refused(call: "eventfd", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Drops what waits, and takes updates of `source` only; of none if nil.
    package func follow(_ source: AnyObject?) {
        let source = source.map { ObjectIdentifier($0) }
        state.withLock { state in
            state.updates.removeAll()
            state.current = source
            silence()
        }
    }

    /// Calls `observer` whenever an update waits, on the thread that brings it; nil for nobody.
    package func observe(_ observer: (@Sendable () -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    package func post(_ update: Update, of source: AnyObject) {
        let source = ObjectIdentifier(source)
        let observer: (@Sendable () -> Void)? = state.withLock { state in
            guard state.current == source else { return nil }
            state.updates.append(update)
            var one: UInt64 = 1
            write(descriptor, &one, MemoryLayout<UInt64>.size)
            return state.observer
        }
        observer?()
    }

    package func next() -> Update? {
        state.withLock { state in
            if state.updates.count <= 1 { silence() }
            return state.updates.isEmpty ? nil : state.updates.removeFirst()
        }
    }

    private func silence() {
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
