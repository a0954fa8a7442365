import Synchronization

/// What a `PhoneListener` said of an utterance, on its way to where it is added to the acoustic scores.
final class PhoneCosts: Sendable {
    private struct Queue {
        var rows: [PhoneListener.Costs] = []
        var taken = 0
    }

    private let queue = Mutex(Queue())

    /// Adds what is known of the next frame.
    func append(_ costs: PhoneListener.Costs) {
        queue.withLock { $0.rows.append(costs) }
    }

    /// Of how many frames it is known.
    var count: Int { queue.withLock { $0.rows.count } }

    /// The next frame's, or nil when it is not known yet.
    func next() -> PhoneListener.Costs? {
        queue.withLock { queue in
            guard queue.taken < queue.rows.count else { return nil }
            defer { queue.taken += 1 }
            return queue.rows[queue.taken]
        }
    }
}
