extension Producer {
    /// Copies frames into the ring, as many as there is room for.
    ///
    /// - Parameter source: Whole frames; a part of a frame at the end is left out.
    /// - Returns: How many frames were written. Drop the others.
    #if compiler(>=6.3) && !DEBUG
        @_noLocks
    #endif
    @inlinable @inline(__always)
    public mutating func write(from source: UnsafeRawBufferPointer) -> Int {
        let region = reserve(source.count / bytesPerFrame)
        guard let target = region.baseAddress, let start = source.baseAddress, region.count > 0 else {
            return 0
        }
        target.copyMemory(from: start, byteCount: region.count)
        publish(region.count)
        return region.count / bytesPerFrame
    }

    /// Writes one frame.
    ///
    /// - Parameter frame: A value of the ring's frame size.
    /// - Returns: Whether there was room. If not, drop the frame.
    @inlinable @inline(__always)
    public mutating func write<Frame: BitwiseCopyable>(_ frame: Frame) -> Bool {
        precondition(MemoryLayout<Frame>.size == bytesPerFrame, "a frame of another size than the ring's")
        guard MemoryLayout<Frame>.size <= limit &- position || lookForRoom(MemoryLayout<Frame>.size) > 0
        else {
            return false
        }
        (base + offset).storeBytes(of: frame, as: Frame.self)
        publish(MemoryLayout<Frame>.size)
        return true
    }
}
