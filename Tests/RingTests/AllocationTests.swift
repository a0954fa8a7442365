import CMeasure
import Ring
import RingSoak
import Testing

/// What the compiler proves for non-generic code with `@_noLocks`, this proves for all of it by running it.
@Suite("Allocations", .enabled(if: !measure_is_sanitized(), "sanitizers have an allocator of their own"))
struct AllocationTests {
    @Test("The counter counts: an array on this thread, and not one on another")
    func control() {
        let before = measure_allocations()
        var array: [Int] = []
        array.reserveCapacity(100)
        array.append(1)
        let after = measure_allocations()
        #expect(after > before)
        #expect(array == [1])

        let (start, end) = (UnsafeMutablePointer<UInt64>.allocate(capacity: 2), UInt64(1_000))
        defer { start.deallocate() }
        start.initialize(repeating: 0, count: 2)
        let counts = Counts(start)
        let here = measure_allocations()
        Worker {
            counts.values[0] = measure_allocations()
            for size in 1...Int(end) {
                UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64).deallocate()
            }
            counts.values[1] = measure_allocations()
        }.wait()
        #expect(counts.values[1] - counts.values[0] == end)
        #expect(measure_allocations() - here < end)
    }

    private struct Counts: @unchecked Sendable {
        let values: UnsafeMutablePointer<UInt64>
        init(_ values: UnsafeMutablePointer<UInt64>) { self.values = values }
    }

    @Test("A million operations of either end allocate nothing")
    func none() throws {
        let ring = try RingBuffer(frameCapacity: 1_000, bytesPerFrame: 2)
        var producer = ring.producer
        var consumer = ring.consumer
        let wakeUp = try ReaderSignal()
        let samples = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 2)
        defer { samples.deallocate() }
        samples.initializeMemory(as: UInt8.self, repeating: 7)

        var operations = 0
        let before = measure_allocations()
        while operations < 1_000_000 {
            // Twelve calls of the writer: all of them, those that find the ring full included.
            let written = producer.write(1 as Int16) ? 1 : 0
            let copied = producer.write(from: UnsafeRawBufferPointer(samples))
            let region = producer.reserve(400)
            producer.commit(region.count / 2)
            let left = 400 - region.count / 2
            if operations % 3 == 0 { producer.drop(UInt64(left + 1), reason: .overrun) }
            if operations % 5 == 0 { producer.drop(3, reason: .xrun, isExact: false) }
            wakeUp.signal()
            // And of the reader.
            let gap = consumer.takeGap()
            let frame = consumer.read(as: Int16.self)
            let read = consumer.read(into: samples)
            let peeked = consumer.peek(operations % 900)
            consumer.advance(peeked.count / 2)
            wakeUp.arm()
            wakeUp.signal()
            wakeUp.disarm()
            operations += 12
            precondition(written + copied + read >= 0 && (gap != nil || frame != nil || peeked.count >= 0))
        }
        #expect(measure_allocations() - before == 0)
    }
}
