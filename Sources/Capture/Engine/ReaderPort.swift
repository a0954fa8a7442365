import Ring
import Synchronization

/// The way from the capture thread to one reader, besides the ring: events, and the rings themselves as they come.
///
/// Only used while the thread does not hear, so its lock never makes sound wait.
final class ReaderPort: Sendable {
    enum Item: Sendable {
        case event(CaptureEvent)
        case opening(Opening)
        case end
    }

    /// One opening of the source, as one reader gets it.
    final class Opening: @unchecked Sendable {
        // Unchecked for the consumer: it is put here before the port has it, and taken by the one reader, behind the
        // port's lock.

        /// Taken by the reader, once.
        var consumer: Consumer?
        let format: AudioFormat
        /// The microphone; nil for other sources.
        let microphone: String?
        /// The place of the ring's frame 0 on the capture clock, in 16 kHz frames.
        let origin: UInt64
        /// Frames between two room signals to the capture thread.
        let roomStep: Int

        init(
            _ consumer: consuming Consumer, format: AudioFormat, microphone: String?, origin: UInt64,
            roomStep: Int
        ) {
            self.consumer = .some(consumer)
            self.format = format
            self.microphone = microphone
            self.origin = origin
            self.roomStep = roomStep
        }
    }

    /// Its place among the control block's slots.
    let slot: Int
    /// Wakes the reader.
    let wakeUp: ReaderSignal

    /// Openings that wait for the reader: the newest, and the one before it, which a late reader can still read to its end.
    private static let mostWaiting = 2

    private let items = Mutex<[Item]>([])
    /// Spares the reader the lock when there is nothing, which is nearly always.
    private let hasItems = Atomic(false)

    init(slot: Int) throws(RingError) {
        self.slot = slot
        wakeUp = try ReaderSignal()
    }

    func put(_ item: Item) {
        items.withLock { items in
            if case .opening = item { Self.makeRoom(in: &items) }
            items.append(item)
            hasItems.store(true, ordering: .releasing)
        }
        wakeUp.signal()
    }

    /// Drops the oldest opening if enough wait, with the items before it: a reader that does not come back would hold
    /// another ring per reopening.
    private static func makeRoom(in items: inout [Item]) {
        let openings = items.indices.filter { if case .opening = items[$0] { true } else { false } }
        guard openings.count >= mostWaiting else { return }
        items.removeSubrange(...openings[openings.count - mostWaiting])
    }

    func next() -> Item? {
        guard hasItems.load(ordering: .acquiring) else { return nil }
        return items.withLock {
            let item = $0.isEmpty ? nil : $0.removeFirst()
            if $0.isEmpty { hasItems.store(false, ordering: .relaxed) }
            return item
        }
    }
}
