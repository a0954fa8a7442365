extension Consumer {
    /// How many frames ``rewind(_:)`` can go back: what was read, at most the look-back the ring was made with.
    public var rewindableFrames: Int { min(lookbackBytes, position &- released) / bytesPerFrame }

    /// The last frames that were read, at most `frames` of them, without going back to them.
    ///
    /// The region ends at the current position and never crosses a gap: when one lies in between, it is as much
    /// shorter. To have what lies before the gap too, with the gap told of at its place, ``rewind(_:)``.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    public func lookback(_ frames: Int) -> UnsafeRawBufferPointer {
        var start = position &- min(byteCount(of: frames, bytesPerFrame), rewindableFrames &* bytesPerFrame)
        if gapsTaken > gapsReleased {
            start = max(start, shared.gaps[(gapsTaken &- 1) % shared.gapSlots].position)
        }
        let byteCount = position &- start
        let first = offset >= byteCount ? offset &- byteCount : offset &+ byteCapacity &- byteCount
        return UnsafeRawBufferPointer(start: base + first, count: byteCount)
    }

    /// Goes back by `frames` frames that were read, or as many as are still there: they and the gaps between them
    /// come again, exactly as they came the first time.
    ///
    /// This is how a pre-roll is had: the sound before the button was pressed, with its gaps.
    ///
    /// - Returns: How many frames it went back; missing frames are not counted.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    public mutating func rewind(_ frames: Int) -> Int {
        // From here on the look-back is counted from the furthest frame that was read, not from this one.
        release()
        let byteCount = min(Ring.byteCount(of: frames, bytesPerFrame), rewindableFrames &* bytesPerFrame)
        position &-= byteCount
        offset = offset >= byteCount ? offset &- byteCount : offset &+ byteCapacity &- byteCount
        while gapsTaken > gapsReleased {
            let gap = shared.gaps[(gapsTaken &- 1) % shared.gapSlots]
            guard gap.position > position else { break }
            gapsTaken &-= 1
            missingFrames &-= gap.frames
        }
        limit = position
        return byteCount / bytesPerFrame
    }
}
