import Glibc
import Ring
import Testing

@Suite("Every small layout")
struct LayoutTests {
    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    @Test("Frames come out as they went in, for each capacity, start and count", arguments: 1...6)
    func everyLayout(frames: Int) throws {
        // The largest frames of which a ring of this many, and the eighth it adds, still fits into one page.
        let bytesPerFrame = Self.pageSize * 8 / 9 / frames
        for start in 0...2 * frames {
            for count in 0...frames + 2 { try check(bytesPerFrame, frames, start, count) }
        }
    }

    private func check(_ bytesPerFrame: Int, _ frames: Int, _ start: Int, _ count: Int) throws {
        let layout: Comment = "\(bytesPerFrame) bytes, start \(start), count \(count)"
        var ends = Ends(try RingBuffer(frameCapacity: frames, bytesPerFrame: bytesPerFrame))
        for _ in 0..<start {
            try #require(ends.write(1) == 1, layout)
            ends.consumer.advance(ends.consumer.peek(1).count / bytesPerFrame)
        }
        let first = UInt64(start)
        // A look that finds nothing gives back all room there is.
        try #require(ends.consumer.peek(1).count == 0, layout)
        let room = Self.pageSize / bytesPerFrame

        #expect(ends.write(count) == min(count, room), layout)
        #expect(ends.producer.index == first + UInt64(min(count, room)), layout)

        let region = ends.consumer.peek(count)
        #expect(ends.numbers(in: region, from: first) == first..<first + UInt64(min(count, room)), layout)
        ends.consumer.advance(region.count / bytesPerFrame)
        #expect(ends.consumer.peek(1).count == 0, layout)
    }

    @Test("The memory is rounded up to whole pages", arguments: [1, 2, 3, 4, 6, 12, 32])
    func wholePages(bytesPerFrame: Int) throws {
        var ends = Ends(try RingBuffer(frameCapacity: 10, bytesPerFrame: bytesPerFrame))
        #expect(ends.write(.max) == Self.pageSize / bytesPerFrame)
        #expect(ends.producer.reserve(1).count == 0)
    }

    @Test("Frames of 3, 6 and 12 bytes stay whole across the end", arguments: [3, 6, 12])
    func oddFrames(bytesPerFrame: Int) throws {
        var ends = Ends(try RingBuffer(frameCapacity: 1, bytesPerFrame: bytesPerFrame))
        var expected: UInt64 = 0
        for step in 0..<10_000 {
            let written = ends.write(step % 97)
            let region = ends.consumer.peek(.max)
            #expect(ends.numbers(in: region, from: expected)?.count == written)
            ends.consumer.advance(written)
            expected += UInt64(written)
        }
    }

    @Test("A layout that makes no sense is refused with its numbers")
    func refused() {
        for (frames, bytes, gaps) in [(0, 2, 1), (1, 0, 1), (1, 2, 0), (.max, 2, 1), (.max / 2, 4, 1)] {
            #expect(
                throws: RingError.invalidLayout(
                    frameCapacity: frames, bytesPerFrame: bytes, gapCapacity: gaps)
            ) {
                _ = try RingBuffer(frameCapacity: frames, bytesPerFrame: bytes, gapCapacity: gaps)
            }
        }
    }

    @Test("A ring larger than the address space is refused as too large")
    func tooLarge() {
        #expect {
            _ = try RingBuffer(frameCapacity: 1 << 60, bytesPerFrame: 1)
        } throws: { error in
            guard case .outOfMemory(let byteCount, _) = error as? RingError else { return false }
            return byteCount >= 1 << 60
        }
    }
}
