import Synchronization

/// What a `PhoneListener` said of an utterance, on its way to where it is added to the acoustic scores.
final class PhoneCosts: Sendable {
    /// For each phone how much worse than certain it is, in PocketSphinx's units, times the network's weight.
    typealias Row = [Int32]

    private struct Queue {
        var rows: [Row] = []
        var taken = 0
    }

    private let queue = Mutex(Queue())

    /// Adds what is known of the next frame.
    func append(_ costs: Row) {
        queue.withLock { $0.rows.append(costs) }
    }

    /// Of how many frames it is known.
    var count: Int { queue.withLock { $0.rows.count } }

    /// The next frame's, or nil when it is not known yet.
    func next() -> Row? {
        queue.withLock { queue in
            guard queue.taken < queue.rows.count else { return nil }
            defer { queue.taken += 1 }
            return queue.rows[queue.taken]
        }
    }
}

extension PhoneWeights {
    /// What is added to the scores of each phone's senones where the network says this.
    func costs(of posteriors: PhonePosteriors) -> PhoneCosts.Row {
        zip(posteriors.logarithms, priors).map { logarithm, prior in
            Int32((-(logarithm - prior) * weight / Self.unit).rounded())
        }
    }
}
