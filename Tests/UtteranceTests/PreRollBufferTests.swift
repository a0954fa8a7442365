import Testing

@testable import Utterance

@Suite struct PreRollBufferTests {
    private func append(_ values: ClosedRange<Int16>, first: UInt64, to history: inout PreRollBuffer) {
        Array(values).withUnsafeBufferPointer {
            history.append($0, first: first, isSpeech: false, level: 0)
        }
    }

    @Test("Looking back gives the frames in order, for every capacity, block size and distance")
    func everyLayout() {
        for capacity in 1...9 {
            for block in 1...7 {
                var history = PreRollBuffer(capacity: capacity)
                var next: Int16 = 0
                for _ in 0..<6 {
                    append(next...(next + Int16(block) - 1), first: UInt64(next), to: &history)
                    next += Int16(block)
                    for back in 0...Int(next) {
                        let (first, samples) = history.since(UInt64(Int(next) - back))
                        let kept = min(back, capacity, Int(next))
                        #expect(first == UInt64(Int(next) - kept))
                        #expect(samples == Array((next - Int16(kept))..<next))
                    }
                }
            }
        }
    }

    @Test("So many frames before the end is a frame of the clock, the first one at the earliest")
    func beforeEnd() {
        var history = PreRollBuffer(capacity: 100)
        append(0...9, first: 0, to: &history)
        #expect(history.frame(beforeEnd: 3) == 7)
        #expect(history.frame(beforeEnd: 11) == 0)
    }

    @Test("A gap is never looked back across")
    func gap() {
        var history = PreRollBuffer(capacity: 100)
        append(0...9, first: 0, to: &history)
        append(50...54, first: 50, to: &history)
        let (first, samples) = history.since(0)
        #expect(first == 50)
        #expect(samples == [50, 51, 52, 53, 54])
    }

    @Test("Looking at frames that are yet to come gives none")
    func future() {
        var history = PreRollBuffer(capacity: 10)
        append(0...4, first: 0, to: &history)
        #expect(history.since(99).samples.isEmpty)
    }

    private func block(_ index: Int) -> PreRollBuffer.Block {
        PreRollBuffer.Block(
            first: UInt64(index), isSpeech: index.isMultiple(of: 3), level: -Double(index))
    }

    private func heard(_ count: Int) -> PreRollBuffer {
        var history = PreRollBuffer(capacity: 10)
        for index in 0..<count {
            let block = block(index)
            [Int16(0)].withUnsafeBufferPointer {
                history.append($0, first: block.first, isSpeech: block.isSpeech, level: block.level)
            }
        }
        return history
    }

    @Test("Ten seconds of blocks are remembered, and one that began before a frame is not since it")
    func blocks() {
        let history = heard(1500)
        #expect(history.blocks(since: 0).count == 1000)
        #expect(Array(history.blocks(since: 1497)) == [block(1497), block(1498), block(1499)])
        #expect(history.blocks(since: 1500).isEmpty)
    }

    @Test("No block is known of what was before a gap, nor of silence that bridges one")
    func unknownBlocks() {
        var history = heard(5)
        history.appendSilence(3)
        #expect(history.end == 8)
        #expect(history.since(4).samples == [0, 0, 0, 0])
        #expect(history.blocks(since: 5).isEmpty)
        history.clear(at: 20)
        #expect(history.blocks(since: 0).isEmpty)
        #expect(history.since(0).first == 20)
    }
}
