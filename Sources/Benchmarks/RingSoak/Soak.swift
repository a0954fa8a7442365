import Glibc
import Platform
import Ring

/// A long life of a ring between two threads, every frame of it checked.
///
/// What finds no room is dropped and reported as a gap, or waits for room. The reader continues until the writer has ended,
/// and counts whatever is not as it must be: each frame carries its index.
public struct Soak: Sendable {
    /// How many frames to write or drop.
    public var frames: UInt64
    /// Whether the writer waits for room. Then there are no gaps, whose indices order the ends' accesses too, and nothing
    /// but the two indices of frames is left to do it.
    public var waitsForRoom: Bool
    /// Whether to move blocks of one size only, which never reach across the end of the memory. ThreadSanitizer knows
    /// memory by its address, so what is written through one view and read through the other goes unnoticed by it.
    public var staysInFirstView: Bool

    public init(frames: UInt64, waitsForRoom: Bool = false, staysInFirstView: Bool = false) {
        self.frames = frames
        self.waitsForRoom = waitsForRoom
        self.staysInFirstView = staysInFirstView
    }

    public struct Outcome: Sendable {
        /// Frames that were read.
        public var read: UInt64 = 0
        /// Frames in gaps.
        public var missing: UInt64 = 0
        /// Frames or gaps that were not what or where they must be.
        public var wrong: UInt64 = 0
    }

    private static let block = 64

    /// Runs on the calling thread and one more until the last frame.
    public func run() throws(RingError) -> Outcome {
        let ring = try RingBuffer(
            frameCapacity: 32 * Self.block, bytesPerFrame: 8, gapCapacity: 16)
        let baton = Baton(ring.producer)
        let worker = Worker { write(to: baton.take()) }
        var consumer = ring.consumer
        var random = SeededGenerator(seed: 2)
        var outcome = Outcome()
        while !consumer.isFinished {
            if let gap = consumer.takeGap() {
                if gap.index != outcome.read + outcome.missing || !gap.isExact { outcome.wrong += 1 }
                outcome.missing += gap.frames
            }
            let frames = consumer.peek(count(&random)).bindMemory(to: UInt64.self)
            outcome.check(frames, from: outcome.read + outcome.missing)
            consumer.advance(frames.count)
            outcome.read += UInt64(frames.count)
            // On a single processor the writer's turn would come too rarely, and the sanitizer, which remembers so many
            // events of a thread, would forget the frames over the looks in vain.
            if frames.count == 0 { sched_yield() }
        }
        worker.wait()
        if consumer.index != outcome.read + outcome.missing { outcome.wrong += 1 }
        return outcome
    }

    private func count(_ random: inout SeededGenerator) -> Int {
        staysInFirstView ? Self.block : Int.random(in: 1...5 * Self.block, using: &random)
    }

    private func write(to end: consuming Producer) {
        var producer = end
        var random = SeededGenerator(seed: 1)
        while producer.index < frames {
            let burst = count(&random)
            let first = producer.index
            let region = producer.reserve(burst).bindMemory(to: UInt64.self)
            for index in region.indices { region[index] = first + UInt64(index) }
            producer.commit(region.count)
            if !waitsForRoom { producer.drop(UInt64(burst - region.count), reason: .overrun) }
            // On a single processor the reader's turn would come too rarely.
            if region.count < burst { sched_yield() }
        }
    }
}

extension Soak.Outcome {
    fileprivate mutating func check(_ frames: UnsafeBufferPointer<UInt64>, from first: UInt64) {
        for index in frames.indices where frames[index] != first + UInt64(index) { wrong += 1 }
    }
}

/// Carries a producer to the thread that takes it.
private final class Baton: @unchecked Sendable {
    private let place = UnsafeMutablePointer<Producer>.allocate(capacity: 1)

    init(_ producer: consuming Producer) { place.initialize(to: producer) }

    deinit { place.deallocate() }

    func take() -> Producer { place.move() }
}
