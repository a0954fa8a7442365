import Ring

/// One reader's ring as the capture thread holds it: the writing end, and how to wake the reader.
///
/// It lives at a fixed address, is published through a slot of the `ControlBlock`, and is used by the capture thread
/// alone until it is taken out of the slot and a turn has gone by.
struct Outlet: ~Copyable {
    var producer: Producer
    let wakeUp: WakeUp
    /// The same without counting references: each use of the object itself is a retain and a release.
    private let uncounted: Unmanaged<WakeUp>
    /// Whether the ring's frame index agrees with the stream's: a reader may come in the middle.
    var isJoined = false

    init(_ producer: consuming Producer, wakeUp: WakeUp) {
        self.producer = producer
        self.wakeUp = wakeUp
        uncounted = .passUnretained(wakeUp)
    }

    /// Wakes the reader if it sleeps.
    @inline(__always)
    func wake() { uncounted._withUnsafeGuaranteedRef { $0.signal() } }

    /// Lets a ring that comes late begin at the stream's position.
    mutating func join(at position: UInt64) {
        guard !isJoined else { return }
        isJoined = true
        producer.drop(position, reason: .overrun)
    }
}
