import Platform

/// When frames are due that no hardware clock brings: frame *n* at *n* / rate after the first turn.
///
/// A reader that held the source up is caught up with afterwards: the times are counted from the beginning.
struct Pacer {
    private let sampleRate: Int
    private var origin: Duration?

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// The time at which everything before frame `index` has sounded.
    mutating func due(_ index: UInt64, now: Duration) -> Duration {
        let start = origin ?? now
        origin = start
        return start + .frames(index, at: sampleRate)
    }
}
