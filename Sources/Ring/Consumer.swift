import CLinux
import Synchronization

/// The reading end of a ``RingBuffer``, for one thread at a time; it may be moved to another.
///
/// Frames and gaps come in the order of the stream. A region of frames never crosses a gap: it ends there, and the gap
/// has to be taken before the frames behind it can be read.
///
/// ```swift
/// while true {
///     if let gap = consumer.takeGap() { log("\(gap.frames) frames are missing at \(gap.index)") }
///     let frames = consumer.peek(160)
///     guard frames.count > 0 else { break }
///     decode(frames)
///     consumer.advance(frames.count / consumer.bytesPerFrame)
/// }
/// ```
///
/// No call locks, allocates or waits for the producer. A reader right behind a fast stream pauses before it looks for more,
/// for about a microsecond at most, which lets both ends run several times faster.
@frozen
public struct Consumer: ~Copyable, @unchecked Sendable {
    @usableFromInline let storage: RingStorage
    @usableFromInline let shared: SharedIndices
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let byteCapacity: Int
    @usableFromInline let slack: Int
    /// The size of a frame.
    public let bytesPerFrame: Int
    /// Bytes read, and where in the memory the next one lies.
    @usableFromInline var position = 0
    @usableFromInline var offset = 0
    /// The position up to which frames can be read, as far as is known: what was written, or the next gap.
    @usableFromInline var limit = 0
    /// The position before which the producer may write again.
    @usableFromInline var released = 0
    @usableFromInline var gapsTaken = 0
    /// Frames in the gaps that were taken.
    @usableFromInline var missingFrames: UInt64 = 0
    /// How long the next look for frames is put off, in turns of a waiting loop.
    @usableFromInline var delay = 0

    init(_ storage: RingStorage) {
        self.storage = storage
        shared = storage.shared
        base = storage.memory.base
        byteCapacity = storage.memory.byteCount
        bytesPerFrame = storage.bytesPerFrame
        slack = storage.slack
    }

    /// The index of the next frame: frames read, and frames missing in the gaps that were taken.
    public var index: UInt64 { UInt64(truncatingIfNeeded: position / bytesPerFrame) + missingFrames }

    /// Whether the producer has gone and everything has been read, gaps included.
    public var isFinished: Bool {
        shared.isFinished.pointee.load(ordering: .acquiring)
            && shared.written.pointee.load(ordering: .acquiring) == position
            && shared.gapsRecorded.pointee.load(ordering: .acquiring) == gapsTaken
    }
}

// MARK: - Reading in place

extension Consumer {
    /// The next frames, contiguous, at most `frames` of them (`.max` for all) and none from behind a gap.
    ///
    /// Empty when nothing is there, or when a gap comes first. The region stays as it is until ``advance(_:)``.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func peek(_ frames: Int) -> UnsafeRawBufferPointer {
        var byteCount = Ring.byteCount(of: frames, bytesPerFrame)
        if byteCount > limit &- position { byteCount = lookForFrames(byteCount) }
        return UnsafeRawBufferPointer(start: base + offset, count: byteCount)
    }

    /// Goes past the next `frames` frames.
    ///
    /// They make room for the producer: at the latest when more of them have gathered than fit into the ring besides what
    /// it promises, or when ``peek(_:)`` finds less than it is asked for.
    ///
    /// - Parameter frames: At most as many as ``peek(_:)`` gave.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func advance(_ frames: Int) {
        let byteCount = Ring.byteCount(of: frames, bytesPerFrame)
        precondition(byteCount <= limit &- position, "more frames than were there")
        pass(byteCount)
    }

    @inlinable @inline(__always)
    mutating func pass(_ byteCount: Int) {
        position &+= byteCount
        offset &+= byteCount
        if offset >= byteCapacity { offset &-= byteCapacity }
        if position &- released > slack { release() }
    }

    /// Tells the producer how far it may write.
    ///
    /// Each time, the producer's processor has to fetch the line with the index from this one. So a reader that is
    /// behind does it once for all the room beyond the ring's promise (an eighth or more), and one that has caught up
    /// each time it looks for more. In one run with blocks of one sample this made 674 out of 284 million samples a second.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @usableFromInline @inline(never)
    mutating func release() {
        guard position > released else { return }
        released = position
        shared.release(read: position)
    }

    /// Looks how far the producer is; gives the bytes of whole frames that can be read, at most `wanted`.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @usableFromInline @inline(never)
    mutating func lookForFrames(_ wanted: Int) -> Int {
        release()
        for _ in 0..<delay { relax() }
        let written = shared.written.pointee.load(ordering: .acquiring)
        adaptDelay(found: written &- position, wanted: wanted)
        // A gap is recorded before the frames behind it are published, so this look finds every gap before `written`.
        limit = min(written, nextGap?.position ?? written)
        return min(wanted, limit &- position)
    }

    /// Decides how long the next look is put off: a moment when the reader is right behind a stream, else not at all.
    ///
    /// Each look takes the line with the producer's index, and the lines with the newest frames, away from the producer's
    /// processor, which has to fetch them back before it can go on. A reader that always looks at once therefore gets a
    /// block or two a look: with blocks of 16 samples, between processors 250 ns apart, a look brought 73 bytes and the
    /// ring moved 280 million samples a second; with this delay it brought 5 900 bytes and moved 1 400 million.
    ///
    /// A look that brought more than was asked for, yet little, tells that the stream goes on meanwhile. One that brought
    /// no more was waited for, as in an exchange of single blocks: its time counts, and the delay goes.
    private mutating func adaptDelay(found: Int, wanted: Int) {
        if found <= wanted {
            delay /= 2
        } else if found < byteCapacity / 4 {
            delay = min(2 &* delay &+ 8, Self.longestDelay)
        }
    }

    /// About a microsecond.
    private static var longestDelay: Int { 64 }
}

/// Spends a moment. It is an instruction of C's, whose code the proof of `@_noLocks` does not see.
@_semantics("no_performance_analysis")
private func relax() { clinux_relax() }

// MARK: - Gaps

extension Consumer {
    /// The gap at the current position, if there is one; ``index`` goes past it.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    public mutating func takeGap() -> Gap? {
        guard let record = nextGap, record.position == position else { return nil }
        let gap = Gap(index: index, frames: record.frames, reason: record.reason, isExact: record.isExact)
        gapsTaken &+= 1
        missingFrames &+= record.frames
        limit = position
        release()
        shared.gapsReleased.pointee.store(gapsTaken, ordering: .releasing)
        return gap
    }

    private var nextGap: GapRecord? {
        let recorded = shared.gapsRecorded.pointee.load(ordering: .acquiring)
        return gapsTaken < recorded ? shared.gaps[gapsTaken % shared.gapSlots] : nil
    }
}
