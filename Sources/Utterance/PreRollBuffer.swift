/// The last seconds of what was heard, and what was found in it, so that an utterance may begin before it was noticed.
///
/// The sound is unbroken: what does not follow on it empties it. Of the newest blocks it also keeps whether they
/// are speech and how loud they are, for a late wake detection. Owned by one thread.
///
/// ```swift
/// history.append(block, first: 16_000, isSpeech: true, level: -30)
/// let preRoll = history.since(12_000)     // from frame 12 000 on, or from the oldest frame that is kept
/// let isSpoken = history.blocks(since: 16_000).contains { $0.isSpeech }
/// ```
struct PreRollBuffer {
    /// What was found in one block.
    struct Block: Equatable {
        /// Its first frame on the capture clock.
        var first: UInt64
        var isSpeech: Bool
        /// In dBFS, as the detector gives it.
        var level: Double
    }

    /// Blocks that are remembered: 10 s of 10 ms, as much as there is sound. A command may wait for the one before it.
    private static let mostBlocks = 1000

    /// Index of the frame after the newest one.
    private(set) var end: UInt64 = 0

    private var samples: [Int16]
    private var count = 0
    private var blocks: [Block] = []

    /// - Parameter capacity: Frames that are kept, above 0.
    init(capacity: Int) {
        precondition(capacity > 0)
        samples = Array(repeating: 0, count: capacity)
    }

    /// Index of the oldest frame that is still here.
    var start: UInt64 { end - UInt64(count) }

    /// The frame so many before the end; 0 where there are not so many.
    func frame(beforeEnd count: UInt64) -> UInt64 { end - min(end, count) }

    /// Adds the next block; clears the history first if the block does not follow on it.
    mutating func append(
        _ block: UnsafeBufferPointer<Int16>, first: UInt64, isSpeech: Bool, level: Double
    ) {
        if first != end { clear(at: first) }
        // Not one at a time: all others would have to be moved for each.
        if blocks.count == 2 * Self.mostBlocks { blocks.removeFirst(Self.mostBlocks) }
        blocks.append(Block(first: first, isSpeech: isSpeech, level: level))
        append(block)
    }

    /// Adds silence for missing frames, without a block.
    mutating func appendSilence(_ frames: Int) {
        [Int16](repeating: 0, count: frames).withUnsafeBufferPointer { append($0) }
    }

    private mutating func append(_ block: UnsafeBufferPointer<Int16>) {
        let capacity = samples.count
        let kept = UnsafeBufferPointer(rebasing: block.suffix(capacity))
        let position = Int((end + UInt64(block.count - kept.count)) % UInt64(capacity))
        samples.withUnsafeMutableBufferPointer { samples in
            let head = min(kept.count, capacity - position)
            _ = samples[position...].update(fromContentsOf: kept[..<head])
            _ = samples.update(fromContentsOf: kept[head...])
        }
        end += UInt64(block.count)
        count = min(count + block.count, capacity)
    }

    /// Forgets everything; the next frame is `index`.
    mutating func clear(at index: UInt64) {
        count = 0
        end = index
        blocks.removeAll(keepingCapacity: true)
    }

    /// The frames from `index` on, or from `start` if that is later, and the index of the first of them.
    func since(_ index: UInt64) -> (first: UInt64, samples: [Int16]) {
        let first = max(start, min(index, end))
        let position = Int(first % UInt64(samples.count))
        let length = Int(end - first)
        let head = min(length, samples.count - position)
        return (first, Array(samples[position..<position + head]) + samples[..<(length - head)])
    }

    /// The blocks that begin at `frame` or later, the oldest first.
    func blocks(since frame: UInt64) -> ArraySlice<Block> {
        blocks.suffix(Self.mostBlocks).drop { $0.first < frame }
    }
}
