import Ring
import Testing

@Suite("Gaps")
struct GapTests {
    private func ring(frames: Int = 64, gaps: Int = 4) throws -> Ends {
        // 64-byte frames: a page holds 64 of them.
        Ends(try RingBuffer(frameCapacity: frames, bytesPerFrame: 64, gapCapacity: gaps))
    }

    @Test("A gap is met at exactly its frame, with exactly its length")
    func exactPlace() throws {
        var ends = try ring()
        #expect(ends.write(5) == 5)
        ends.producer.drop(7, reason: .xrun, isExact: false)
        #expect(ends.write(3) == 3)

        #expect(ends.consumer.takeGap() == nil)
        #expect(ends.numbers(in: ends.consumer.peek(100), from: 0) == 0..<5)
        ends.consumer.advance(5)
        #expect(ends.consumer.peek(1).count == 0)
        #expect(ends.consumer.takeGap() == Gap(index: 5, frames: 7, reason: .xrun, isExact: false))
        #expect(ends.consumer.takeGap() == nil)
        #expect(ends.numbers(in: ends.consumer.peek(100), from: 5) == 5..<8)
        ends.consumer.advance(3)
        #expect(ends.consumer.index == 15)
        #expect(ends.producer.index == 15)
    }

    @Test("Neighbouring drops for one reason are one gap; another reason is another gap at the same place")
    func joining() throws {
        var ends = try ring()
        ends.producer.drop(1, reason: .overrun)
        ends.producer.drop(2, reason: .overrun)
        ends.producer.drop(4, reason: .disconnected, isExact: false)
        ends.producer.drop(0, reason: .xrun)
        #expect(ends.write(1) == 1)
        #expect(ends.consumer.takeGap() == Gap(index: 0, frames: 3, reason: .overrun, isExact: true))
        #expect(ends.consumer.takeGap() == Gap(index: 3, frames: 4, reason: .disconnected, isExact: false))
        #expect(ends.consumer.takeGap() == nil)
        #expect(ends.consumer.index == 7)
    }

    @Test("When the table is full the open gap grows, and no frame is lost uncounted")
    func fullTable() throws {
        var ends = try ring(gaps: 2)
        for _ in 0..<2 {
            #expect(ends.write(1) == 1)
            ends.producer.drop(10, reason: .overrun)
        }
        // The second gap is still open: it takes the last place with the next frame.
        #expect(ends.write(1) == 1)
        ends.producer.drop(10, reason: .overrun)
        #expect(ends.write(1) == 0)
        ends.producer.drop(1, reason: .overrun)
        ends.producer.drop(5, reason: .xrun, isExact: false)
        #expect(ends.write(1) == 0)

        ends.consumer.advance(ends.consumer.peek(1).count / 64)
        #expect(ends.consumer.takeGap()?.frames == 10)
        // The reader has gone past one gap: there is a place again.
        #expect(ends.write(1) == 1)
        ends.consumer.advance(ends.consumer.peek(1).count / 64)
        #expect(ends.consumer.takeGap() == Gap(index: 12, frames: 10, reason: .overrun, isExact: true))
        ends.consumer.advance(ends.consumer.peek(1).count / 64)
        #expect(ends.consumer.takeGap() == Gap(index: 23, frames: 16, reason: .overrun, isExact: false))
        #expect(ends.consumer.index == 39)
        ends.consumer.advance(ends.consumer.peek(9).count / 64)
        #expect(ends.producer.index == ends.consumer.index)
    }

    @Test("The gap at the end is told of when the producer goes, even with the table full")
    func lastGap() throws {
        let ring = try RingBuffer(frameCapacity: 64, bytesPerFrame: 64, gapCapacity: 1)
        var consumer = ring.consumer
        do {
            var producer = ring.producer
            producer.drop(1, reason: .overrun)
            producer.commit(producer.reserve(1).count / 64)
            producer.drop(2, reason: .disconnected)
            #expect(producer.reserve(1).count == 0)
        }
        #expect(consumer.isFinished == false)
        #expect(consumer.takeGap()?.frames == 1)
        consumer.advance(consumer.peek(1).count / 64)
        #expect(consumer.isFinished == false)
        #expect(consumer.takeGap() == Gap(index: 2, frames: 2, reason: .disconnected, isExact: true))
        #expect(consumer.isFinished == true)
    }

    @Test("A reader stalled for ten seconds finds exactly the right gap")
    func stalledReader() throws {
        // 16 kHz, periods of 10 ms, a ring for one second.
        let (rate, period) = (16_000, 160)
        var ends = Ends(try RingBuffer(frameCapacity: rate, bytesPerFrame: 2))
        let capture = { (ends: inout Ends, seconds: Int) in
            for _ in 0..<seconds * rate / period {
                let written = ends.write(period)
                ends.producer.drop(UInt64(period - written), reason: .overrun)
            }
        }
        capture(&ends, 1)
        ends.consumer.advance(ends.consumer.peek(rate).count / 2)
        #expect(ends.consumer.index == UInt64(rate))

        capture(&ends, 10)
        let kept = ends.consumer.peek(.max).count / 2
        #expect(kept >= rate && kept < 2 * rate)
        #expect(ends.numbers(in: ends.consumer.peek(kept), from: UInt64(rate))?.count == kept)
        ends.consumer.advance(kept)
        // Ten seconds came, `kept` frames of them are here: the others are the gap, to the frame. It is open still:
        // the next period brings it.
        #expect(ends.consumer.takeGap() == nil)
        capture(&ends, 1)
        #expect(
            ends.consumer.takeGap()
                == Gap(
                    index: UInt64(rate + kept), frames: UInt64(10 * rate - kept), reason: .overrun,
                    isExact: true))
        #expect(ends.consumer.index == UInt64(11 * rate))
        #expect(ends.numbers(in: ends.consumer.peek(rate), from: UInt64(rate + kept))?.count == rate)
    }
}
