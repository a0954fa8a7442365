import Glibc
import Ring

/// Both ends of a ring on one thread, with frames whose bytes follow from a running number, so that each can be checked.
struct Ends: ~Copyable {
    var producer: Producer
    var consumer: Consumer
    /// The number the next written frame carries.
    var next: UInt64 = 0

    init(_ ring: consuming RingBuffer) {
        producer = ring.producer
        consumer = ring.consumer
    }

    /// Writes up to `count` frames, each filled with bytes that follow from its number; gives how many found room.
    mutating func write(_ count: Int) -> Int {
        let region = producer.reserve(count)
        let size = producer.bytesPerFrame
        let written = region.count / size
        for frame in 0..<written {
            memset(region.baseAddress! + frame * size, Self.byte(of: next), size)
            next += 1
        }
        producer.commit(written)
        return written
    }

    /// The numbers of the frames in `region`, or `nil` when its bytes are not those of following frames.
    func numbers(in region: UnsafeRawBufferPointer, from first: UInt64) -> Range<UInt64>? {
        let size = consumer.bytesPerFrame
        let count = region.count / size
        let expected = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
        defer { expected.deallocate() }
        for frame in 0..<count {
            memset(expected, Self.byte(of: first + UInt64(frame)), size)
            guard memcmp(region.baseAddress! + frame * size, expected, size) == 0 else { return nil }
        }
        return first..<first + UInt64(count)
    }

    /// Differs from frame to frame, so that a frame read a byte too early or late shows too.
    private static func byte(of number: UInt64) -> Int32 {
        Int32(truncatingIfNeeded: number &* 0x9E37_79B9_7F4A_7C15 >> 56)
    }
}
