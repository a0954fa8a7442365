import Glibc
import Synchronization

/// What both ends share: the frames, the indices and the table of gaps. Freed when both ends are gone.
///
/// Positions count bytes since the ring was made and never wrap (2^63 bytes are 760 000 years of 48 kHz stereo), so
/// that "full" and "empty" differ without a spare slot, and frames of any size may straddle the end.
@usableFromInline
final class RingStorage: @unchecked Sendable {
    let memory: MirroredMemory
    let control: UnsafeMutableRawPointer
    let controlByteCount: Int
    @usableFromInline let bytesPerFrame: Int
    /// Bytes of room beyond what was asked for, which the consumer may be late to give back.
    let slack: Int
    @usableFromInline let shared: SharedIndices

    init(frameCapacity: Int, bytesPerFrame: Int, gapCapacity: Int) throws(RingError) {
        let pageSize = MirroredMemory.pageSize
        let invalid = RingError.invalidLayout(
            frameCapacity: frameCapacity, bytesPerFrame: bytesPerFrame, gapCapacity: gapCapacity)
        guard frameCapacity > 0, bytesPerFrame > 0, gapCapacity > 0 else { throw invalid }
        let (bytes, isTooLarge) = frameCapacity.multipliedReportingOverflow(by: bytesPerFrame)
        guard !isTooLarge, bytes <= .max / 4, gapCapacity <= .max / 64 else { throw invalid }

        // One slot more than asked for is kept for the gap at the end of the stream.
        let controlBytes = SharedIndices.byteCount(gapSlots: gapCapacity + 1)
        controlByteCount = (controlBytes + pageSize - 1) / pageSize * pageSize
        memory = try MirroredMemory(byteCount: (bytes + bytes / 8 + pageSize - 1) / pageSize * pageSize)
        slack = memory.byteCount - bytes
        let mapped = mmap(nil, controlByteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED else {
            let code = errno
            memory.unmap()
            throw .outOfMemory(byteCount: controlByteCount, code: code)
        }
        control = mapped
        memset(control, 0, controlByteCount)
        self.bytesPerFrame = bytesPerFrame
        shared = SharedIndices(in: control, gapSlots: gapCapacity + 1)
    }

    deinit {
        memory.unmap()
        munmap(control, controlByteCount)
    }

    /// Keeps the ring's pages in memory, and mapped in both views. The limit on locked memory counts each view.
    func lock() throws(RingError) {
        for (start, byteCount) in [(memory.base, 2 * memory.byteCount), (control, controlByteCount)]
        where mlock(start, byteCount) != 0 {
            throw .notLocked(byteCount: byteCount, code: errno)
        }
    }
}

/// Where the shared indices lie.
///
/// What the producer stores and what the consumer stores are 128 bytes apart: a line of 64 bytes each, and the
/// neighbour that processors prefetch with it.
@usableFromInline
struct SharedIndices {
    /// Stored by the producer: bytes written, gaps recorded, and whether it has gone.
    @usableFromInline let written: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let gapsRecorded: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let isFinished: UnsafeMutablePointer<Atomic<Bool>>
    /// Stored by the consumer: bytes and gaps whose places the producer may use again.
    @usableFromInline let released: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let gapsReleased: UnsafeMutablePointer<Atomic<Int>>
    /// Stored by the producer below `gapsRecorded`, read by the consumer from `gapsReleased` on; used as a ring.
    @usableFromInline let gaps: UnsafeMutablePointer<GapRecord>
    @usableFromInline let gapSlots: Int

    private static let distance = 128

    static func byteCount(gapSlots: Int) -> Int { 2 * distance + gapSlots * MemoryLayout<GapRecord>.stride }

    init(in control: UnsafeMutableRawPointer, gapSlots: Int) {
        func make<Value: AtomicRepresentable>(
            _ value: Value, at offset: Int
        ) -> UnsafeMutablePointer<Atomic<Value>> {
            let place = (control + offset).bindMemory(to: Atomic<Value>.self, capacity: 1)
            place.initialize(to: Atomic(value))
            return place
        }
        written = make(0, at: 0)
        gapsRecorded = make(0, at: 8)
        isFinished = make(false, at: 16)
        released = make(0, at: Self.distance)
        gapsReleased = make(0, at: Self.distance + 8)
        gaps = (control + 2 * Self.distance).bindMemory(to: GapRecord.self, capacity: gapSlots)
        self.gapSlots = gapSlots
    }
}

// The order of these two stores is what keeps the ends off each other's frames. A ring built with `EARSHOT_RELAXED_PUBLISH`
// or `EARSHOT_RELAXED_RELEASE` is broken on purpose: it must fail under ThreadSanitizer, which shows that the sanitizer
// would have seen a wrong order.
extension SharedIndices {
    /// Makes everything written so far readable.
    @inlinable @inline(__always)
    func publish(written position: Int) {
        #if EARSHOT_RELAXED_PUBLISH
            written.pointee.store(position, ordering: .relaxed)
        #else
            written.pointee.store(position, ordering: .releasing)
        #endif
    }

    /// Makes everything read so far room.
    func release(read position: Int) {
        #if EARSHOT_RELAXED_RELEASE
            released.pointee.store(position, ordering: .relaxed)
        #else
            released.pointee.store(position, ordering: .releasing)
        #endif
    }
}

/// The size of so many frames; more than any ring has where the number would overflow.
@inlinable @inline(__always)
func byteCount(of frames: Int, _ bytesPerFrame: Int) -> Int {
    precondition(frames >= 0, "a negative number of frames")
    let (byteCount, isTooLarge) = frames.multipliedReportingOverflow(by: bytesPerFrame)
    return isTooLarge ? .max : byteCount
}
