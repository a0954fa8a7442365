/// A ring of frames between one writer that never waits and one reader.
///
/// Limits first:
/// - One producer and one consumer. Several readers have a ring each, and the writer fills them all.
/// - Nothing waits and nothing wakes: a full ring gives the producer no room (drop the frames and say so with
///   ``Producer/drop(_:reason:isExact:)``), an empty one gives the consumer nothing. To sleep until frames
///   come, use ``ReaderSignal`` beside it.
/// - The size is fixed. The memory is an eighth more than was asked for, rounded **up** to whole pages (4 KiB, on a
///   Raspberry Pi 5 16 KiB): there is always the room that was asked for, and mostly more.
///
/// And what it gives for that: every region is contiguous at every position, so a driver may write straight into the
/// ring and a decoder read straight out of it; frames may have any size; missing frames are told of exactly where they
/// are missing; and neither end ever locks, allocates, or touches a reference count.
///
/// The ends are taken out once, each can be moved to the thread that uses it, and neither can be copied or shared:
///
/// ```swift
/// let ring = try RingBuffer(frameCapacity: 16_000, bytesPerFrame: 2)
/// var producer = ring.producer
/// var consumer = ring.consumer
///
/// let hadRoom = producer.write(Int16(42))
/// let sample = consumer.read(as: Int16.self)
/// ```
///
/// To keep an end in a class that several threads hold, put it into a stored `UnsafeMutablePointer` (a `let`): a
/// stored `var` is checked for exclusive access each time it is used.
///
/// The indices follow L. Lamport, "Proving the correctness of multiprocess programs" (1977), with each end's
/// copy of the other's index as in P. Lee, T. Bu and G. Chandranmenon, "A lock-free, cache-efficient shared
/// ring buffer for multi-core architectures" (2009).
// `@_noLocks` has the compiler prove that nothing locks or allocates. It has to see what is called for that: a release
// build sees the whole module, a debug build a file at a time; and of a generic method only what calls it can be proved.
@frozen
public struct RingBuffer: ~Copyable {
    /// The writing end.
    public let producer: Producer
    /// The reading end.
    public let consumer: Consumer

    /// Makes a ring, with its memory already touched.
    ///
    /// - Parameters:
    ///   - frameCapacity: How many unread frames it holds, at least.
    ///   - bytesPerFrame: The size of a frame: any, 3, 6 and 12 bytes included.
    ///   - gapCapacity: How many gaps are kept apart; further ones are joined.
    /// - Throws: ``RingError`` when a size makes no sense or the system has no memory or descriptor left.
    public init(
        frameCapacity: Int, bytesPerFrame: Int, gapCapacity: Int = 64
    ) throws(RingError) {
        let storage = try RingStorage(
            frameCapacity: frameCapacity, bytesPerFrame: bytesPerFrame, gapCapacity: gapCapacity)
        producer = Producer(storage)
        consumer = Consumer(storage)
    }
}
