import Testing

@testable import Station

@Suite("What was found in the newest blocks")
struct RecentBlocksTests {
    private func block(_ index: Int) -> RecentBlocks.Block {
        RecentBlocks.Block(
            first: UInt64(index * 160), isSpeech: index.isMultiple(of: 3), level: -Double(index))
    }

    @Test("Three seconds are remembered, and one that began before a frame is not since it")
    func since() {
        var recent = RecentBlocks()
        for index in 0..<500 { recent.append(block(index)) }
        #expect(recent.since(0).count == 300)
        #expect(Array(recent.since(497 * 160)) == [block(497), block(498), block(499)])
        #expect(recent.since(497 * 160 + 1).count == 2)
        #expect(recent.since(500 * 160).isEmpty)
    }

    @Test("Nothing is known of what was before a gap")
    func clear() {
        var recent = RecentBlocks()
        recent.append(block(1))
        recent.clear()
        #expect(recent.since(0).isEmpty)
    }
}
