import Glibc
import Synchronization

/// What the capture thread shares with everybody else: one block of atomics that stays in one place, so that it can be
/// locked in memory and reached without a reference count.
struct ControlBlock: ~Copyable {
    /// Readers and taps there can be at once: one slot each.
    static let slotCount = 16

    let isStopping = Atomic(false)
    /// Whether the capture thread can do nothing before a reader makes room.
    let awaitsRoom = Atomic(false)

    /// How many turns the capture thread has done. A turn uses the outlets it found at its beginning and no others.
    let turns = Atomic<UInt64>(0)

    /// Where the capture thread finds the rings to fill.
    let slots: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Outlet>?>>

    let framesCaptured = Atomic<UInt64>(0)
    let framesDropped = Atomic<UInt64>(0)
    let xruns = Atomic<UInt64>(0)
    let reopenings = Atomic<UInt64>(0)
    let searches = Atomic<UInt64>(0)
    /// Nanoseconds on the monotonic clock when frames last reached the rings; 0 before.
    let lastFrames = Atomic<Int64>(0)

    init() {
        slots = .allocate(capacity: Self.slotCount)
        for index in 0..<Self.slotCount { (slots + index).initialize(to: Atomic(nil)) }
    }

    deinit {
        slots.deinitialize(count: Self.slotCount)
        slots.deallocate()
    }

    /// Keeps block and slots in memory; false when the limit on locked memory is too small.
    func lockMemory(at address: UnsafeMutablePointer<ControlBlock>) -> Bool {
        mlock(address, MemoryLayout<ControlBlock>.stride) == 0
            && mlock(slots, Self.slotCount * MemoryLayout<Atomic<UnsafeMutablePointer<Outlet>?>>.stride) == 0
    }
}

extension Atomic where Value == UInt64 {
    /// Adds without a bus lock: for a counter that only one thread writes.
    @inline(__always)
    borrowing func add(_ count: UInt64) {
        store(load(ordering: .relaxed) &+ count, ordering: .relaxed)
    }
}
