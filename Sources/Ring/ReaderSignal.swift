import Platform
import Synchronization

/// Wakes a reader that sleeps until a ring has something for it; costs the writer a system call only then.
///
/// It is kept outside of the ring, so that a reader that polls pays nothing and one wake-up can serve several rings.
///
/// The reader looks, finds nothing, *arms*, looks once more, and only then sleeps:
///
/// ```swift
/// func nextFrames() -> UnsafeRawBufferPointer {
///     while true {
///         let frames = consumer.peek(160)
///         if frames.count > 0 { return frames }
///         wakeUp.arm()
///         if consumer.peek(160).count == 0 { wakeUp.wait() }
///         wakeUp.disarm()
///     }
/// }
/// ```
///
/// The writer commits, then signals:
///
/// ```swift
/// producer.commit(frames)
/// wakeUp.signal()
/// ```
///
/// A reader in an event loop polls ``fileDescriptor`` for reading in place of `wait()`.
///
/// **Why no wake-up is lost.** The reader stores *armed*, passes a sequentially consistent fence, and loads the ring's
/// index; the writer stores the index, passes such a fence, and loads *armed*. All these fences have one order. If the
/// reader's comes first, the writer sees *armed* and signals; if the writer's comes first, the reader's second look sees
/// the index and it does not sleep. (E. W. Dijkstra's account of Dekker's algorithm, 1965; ISO C++20 [atomics.fences].)
/// The writer takes *armed* back with an exchange, so one sleep costs one signal however many writers there are.
///
/// **Why none stays behind.** A writer that has taken *armed* back may be held up before it writes to the descriptor, while
/// the reader finds the frames, disarms and goes on. The write then lands later and ends the next sleep too early. To see
/// *armed* still set tells nothing of that, so a reader that has armed reads the descriptor in any case when it disarms:
/// a late signal costs one look in vain, and does not keep the descriptor readable.
public final class ReaderSignal: Sendable {
    /// Readable when the armed reader should look again. Owned by this object: do not close or read it.
    public var fileDescriptor: Int32 { event.descriptor }
    private let event: EventDescriptor
    private let isArmed = Atomic(false)
    /// Whether the reader has armed since it last disarmed, signalled or not. The reader's thread only.
    private let hasArmed = Atomic(false)

    /// A wake-up for one reader and any number of writers.
    ///
    /// - Throws: ``RingError/noDescriptor(code:)`` when the system has no file descriptor left.
    public init() throws(RingError) {
        do {
            event = try EventDescriptor()
        } catch {
            throw .noDescriptor(code: error.code)
        }
    }

    /// Wakes the reader if it sleeps or is about to. Any thread; never waits.
    public func signal() {
        if takeAnnouncement() { wake() }
    }

    /// The first step of a signal: whether there is a reader to wake, which this writer then has to do.
    func takeAnnouncement() -> Bool {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return isArmed.load(ordering: .relaxed) && isArmed.exchange(false, ordering: .relaxed)
    }

    /// The second step.
    func wake() { event.signal() }

    /// Announces that the reader is about to sleep. It must look once more before it does. The reader's thread only.
    public func arm() {
        hasArmed.store(true, ordering: .relaxed)
        isArmed.store(true, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Takes the announcement back, and with it a signal that came for it; costs nothing when there was none. The reader's
    /// thread only.
    public func disarm() {
        guard hasArmed.load(ordering: .relaxed) else { return }
        hasArmed.store(false, ordering: .relaxed)
        isArmed.store(false, ordering: .relaxed)
        event.drain()
    }

    /// Sleeps until there is a signal, or until `milliseconds` have passed. The reader's thread only.
    ///
    /// - Returns: Whether there was a signal, for this sleep or, late, for one before it.
    @discardableResult
    public func wait(milliseconds: Int32 = -1) -> Bool {
        event.wait(milliseconds: milliseconds)
    }
}
