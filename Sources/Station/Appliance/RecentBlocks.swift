/// What was found in each block of the newest 3 s: whether it is speech, and how loud it is.
///
/// Whoever learns late that something has begun looks back at what was heard meanwhile.
///
/// ```swift
/// recent.append(RecentBlocks.Block(first: 16_000, isSpeech: true, level: -30))
/// let isSpoken = recent.since(16_000).contains { $0.isSpeech }
/// ```
struct RecentBlocks {
    struct Block: Equatable {
        /// Its first frame on the capture clock.
        var first: UInt64
        var isSpeech: Bool
        /// In dBFS, as the detector gives it.
        var level: Double
    }

    /// A wake phrase is reported within a second; a command that was said with it may wait for the one before it.
    private static let memory = 300

    private var blocks: [Block] = []

    mutating func append(_ block: Block) {
        if blocks.count == Self.memory { blocks.removeFirst() }
        blocks.append(block)
    }

    /// The blocks that begin at `frame` or later, the oldest first.
    func since(_ frame: UInt64) -> ArraySlice<Block> {
        blocks.drop { $0.first < frame }
    }

    /// Forgets all sound: what comes next does not follow on what came before.
    mutating func clear() {
        blocks.removeAll(keepingCapacity: true)
    }
}
