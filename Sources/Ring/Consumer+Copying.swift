extension Consumer {
    /// Copies frames out of the ring and goes past them.
    ///
    /// - Parameter target: Room for whole frames; room for a part of a frame at the end is left as it is.
    /// - Returns: How many frames were copied: none when nothing is there or a gap comes first.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let region = peek(target.count / bytesPerFrame)
        guard let source = region.baseAddress, let start = target.baseAddress, region.count > 0 else {
            return 0
        }
        start.copyMemory(from: source, byteCount: region.count)
        pass(region.count)
        return region.count / bytesPerFrame
    }

    /// Reads one frame and goes past it.
    ///
    /// - Parameter type: A type of the ring's frame size.
    /// - Returns: The frame, or `nil` when nothing is there or a gap comes first.
    @inlinable @inline(__always)
    public mutating func read<Frame: BitwiseCopyable>(as type: Frame.Type) -> Frame? {
        precondition(MemoryLayout<Frame>.size == bytesPerFrame, "a frame of another size than the ring's")
        guard MemoryLayout<Frame>.size <= limit &- position || lookForFrames(MemoryLayout<Frame>.size) > 0
        else {
            return nil
        }
        let frame = (base + offset).loadUnaligned(as: Frame.self)
        pass(MemoryLayout<Frame>.size)
        return frame
    }
}
