import Synchronization

/// Sound without a gap, from one `reset` to the next.
final class WakeStretch: Sendable {
    /// Its first sample on the capture clock.
    let firstFrame: UInt64
    /// Up to where on the capture clock it has been searched.
    let heardUntil: Atomic<UInt64>
    /// Set when another stretch has begun: what is still queued of this one is skipped.
    let isOver = Atomic(false)

    init(firstFrame: UInt64) {
        self.firstFrame = firstFrame
        heardUntil = Atomic(firstFrame)
    }
}
