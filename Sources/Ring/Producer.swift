import Synchronization

/// The writing end of a ``RingBuffer``, for one thread at a time; it may be moved to another.
///
/// Write with ``reserve(_:)`` and ``commit(_:)`` (no copy), with ``write(from:)`` (one copy), or frame by frame with
/// ``write(_:)``. When there is no room, drop the newest frames and say how many:
///
/// ```swift
/// let region = producer.reserve(period)
/// let frames = receive(into: region)
/// producer.commit(frames)
/// if frames < period { producer.drop(UInt64(period - frames), reason: .overrun) }
/// ```
///
/// No call waits, locks or allocates. When a producer goes out of scope, the consumer can read what is left and then
/// sees ``Consumer/isFinished``.
@frozen
public struct Producer: ~Copyable, @unchecked Sendable {
    @usableFromInline let storage: RingStorage
    @usableFromInline let shared: SharedIndices
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let byteCapacity: Int
    /// The size of a frame.
    public let bytesPerFrame: Int
    /// Bytes published, and where in the memory the next one goes.
    @usableFromInline var position = 0
    @usableFromInline var offset = 0
    /// The position that must not be passed, as far as is known without looking at the consumer's index again.
    @usableFromInline var limit = 0
    /// Frames dropped at `position` that are not in the table yet.
    @usableFromInline var openGap: GapRecord?
    @usableFromInline var droppedFrames: UInt64 = 0

    init(_ storage: RingStorage) {
        self.storage = storage
        shared = storage.shared
        base = storage.memory.base
        byteCapacity = storage.memory.byteCount
        bytesPerFrame = storage.bytesPerFrame
        limit = byteCapacity
    }

    deinit {
        if let openGap { shared.record(openGap) }
        shared.isFinished.pointee.store(true, ordering: .releasing)
    }

    /// The index of the next frame: frames written and dropped since the ring was made.
    public var index: UInt64 { UInt64(truncatingIfNeeded: position / bytesPerFrame) + droppedFrames }

    /// Keeps the ring's memory from being paged out.
    ///
    /// - Throws: ``RingError/notLocked(byteCount:code:)`` when the limit on locked memory is too small.
    public borrowing func lockMemory() throws(RingError) { try storage.lock() }
}

// MARK: - Writing in place

extension Producer {
    /// Room for up to `frames` frames, contiguous, to be filled and then committed.
    ///
    /// The room is smaller than asked for when the ring is nearly full, and empty when it is full. It stays the same
    /// until ``commit(_:)`` or ``drop(_:reason:isExact:)``; what lies in it is not visible to the consumer until then.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func reserve(_ frames: Int) -> UnsafeMutableRawBufferPointer {
        var byteCount = Ring.byteCount(of: frames, bytesPerFrame)
        if byteCount > limit &- position { byteCount = lookForRoom(byteCount) }
        return UnsafeMutableRawBufferPointer(start: base + offset, count: byteCount)
    }

    /// Makes the first `frames` frames of the room readable.
    ///
    /// - Parameter frames: At most as many as ``reserve(_:)`` gave.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func commit(_ frames: Int) {
        let byteCount = Ring.byteCount(of: frames, bytesPerFrame)
        precondition(byteCount <= limit &- position, "more frames than were reserved")
        publish(byteCount)
    }

    @inlinable @inline(__always)
    mutating func publish(_ byteCount: Int) {
        position &+= byteCount
        offset &+= byteCount
        if offset >= byteCapacity { offset &-= byteCapacity }
        shared.publish(written: position)
    }

    /// Looks how far the consumer is; gives the bytes of whole frames there is room for, at most `wanted`.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @usableFromInline @inline(never)
    mutating func lookForRoom(_ wanted: Int) -> Int {
        let end = shared.released.pointee.load(ordering: .acquiring) &+ byteCapacity
        let room = end &- position
        guard room >= bytesPerFrame else { return 0 }
        // The gap goes into the table before the frames that follow it; as long as there is no place for it, these
        // frames are refused, and the caller makes the gap larger with them.
        if let gap = openGap {
            guard shared.hasPlaceForGap else { return 0 }
            shared.record(gap)
            openGap = nil
        }
        limit = end
        return wanted <= room ? wanted : room / bytesPerFrame &* bytesPerFrame
    }
}

// MARK: - Dropping

extension Producer {
    /// Says that `frames` frames are missing from the stream here.
    ///
    /// Drops for the same reason with no frame between them are one gap, which the consumer is told of before the next
    /// frame, or when the producer goes. When the table of gaps is full, the gap joins the one before it at this place,
    /// and the ring refuses frames (which are then dropped too, and counted) until there is a place.
    ///
    /// - Parameters:
    ///   - frames: How many.
    ///   - reason: Why.
    ///   - isExact: Whether they were counted; `false` when their number is an estimate.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    public mutating func drop(_ frames: UInt64, reason: Gap.Reason, isExact: Bool = true) {
        guard frames > 0 else { return }
        droppedFrames &+= frames
        // Writing must come by `lookForRoom`, which closes the gap.
        limit = position
        guard var gap = openGap else {
            openGap = GapRecord(position: position, frames: frames, reason: reason, isExact: isExact)
            return
        }
        if gap.reason != reason || gap.isExact != isExact {
            if shared.hasPlaceForGap {
                shared.record(gap)
                gap = GapRecord(position: position, frames: 0, reason: reason, isExact: isExact)
            } else {
                gap.isExact = gap.isExact && isExact
            }
        }
        gap.frames &+= frames
        openGap = gap
    }
}

extension SharedIndices {
    /// Whether a gap can be recorded with the slot for the last gap still kept; the producer's to ask.
    var hasPlaceForGap: Bool {
        let recorded = gapsRecorded.pointee.load(ordering: .relaxed)
        return recorded &- gapsReleased.pointee.load(ordering: .acquiring) < gapSlots &- 1
    }

    /// Records a gap; the producer's to call.
    func record(_ gap: GapRecord) {
        let recorded = gapsRecorded.pointee.load(ordering: .relaxed)
        gaps[recorded % gapSlots] = gap
        gapsRecorded.pointee.store(recorded &+ 1, ordering: .releasing)
    }
}
