import Testing

@testable import Station

@Suite struct AudioHistoryTests {
    private func append(_ values: ClosedRange<Int16>, first: UInt64, to history: inout AudioHistory) {
        Array(values).withUnsafeBufferPointer { history.append($0, first: first) }
    }

    @Test("Looking back gives the frames in order, for every capacity, block size and distance")
    func everyLayout() {
        for capacity in 1...9 {
            for block in 1...7 {
                var history = AudioHistory(capacity: capacity)
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

    @Test("A gap is never looked back across")
    func gap() {
        var history = AudioHistory(capacity: 100)
        append(0...9, first: 0, to: &history)
        append(50...54, first: 50, to: &history)
        let (first, samples) = history.since(0)
        #expect(first == 50)
        #expect(samples == [50, 51, 52, 53, 54])
    }

    @Test("Looking at frames that are yet to come gives none")
    func future() {
        var history = AudioHistory(capacity: 10)
        append(0...4, first: 0, to: &history)
        #expect(history.since(99).samples.isEmpty)
    }
}
