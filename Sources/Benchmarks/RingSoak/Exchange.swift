import Ring
import Synchronization

/// Two threads that send each other one frame at a time, each asleep until its frame comes: a search for lost wake-ups.
public struct Exchange: Sendable {
    /// How often a frame goes there and back.
    public var rounds: Int

    public init(rounds: Int) { self.rounds = rounds }

    public struct Outcome: Sendable {
        /// Frames that arrived without waking the reader. After the first one the threads no longer sleep.
        public var lost = 0
        /// Frames that were not the ones sent.
        public var wrong = 0
    }

    /// Runs on the calling thread and one more.
    public func run() throws(RingError) -> Outcome {
        let (there, back) = (try Post(), try Post())
        let rounds = rounds
        let echo = Worker {
            for _ in 0..<rounds { back.send(there.receive()) }
        }
        var outcome = Outcome()
        for number in 0..<UInt64(rounds) {
            there.send(number)
            if back.receive() != number { outcome.wrong += 1 }
        }
        echo.wait()
        outcome.lost = there.lost + back.lost
        return outcome
    }
}

/// A ring with its wake-up: one thread sends, one sleeps until there is something to receive.
private final class Post: @unchecked Sendable {
    private let producer = UnsafeMutablePointer<Producer>.allocate(capacity: 1)
    private let consumer = UnsafeMutablePointer<Consumer>.allocate(capacity: 1)
    private let wakeUp: ReaderSignal
    private let losses = Atomic(0)

    /// A signal comes within microseconds; after this long it is lost.
    private static let patience: Int32 = 2_000

    init() throws(RingError) {
        wakeUp = try ReaderSignal()
        let ring = try RingBuffer(frameCapacity: 1, bytesPerFrame: 8)
        producer.initialize(to: ring.producer)
        consumer.initialize(to: ring.consumer)
    }

    deinit {
        producer.deinitialize(count: 1)
        producer.deallocate()
        consumer.deinitialize(count: 1)
        consumer.deallocate()
    }

    var lost: Int { losses.load(ordering: .relaxed) }

    func send(_ number: UInt64) {
        precondition(producer.pointee.write(number), "the ring is full")
        wakeUp.signal()
    }

    func receive() -> UInt64 {
        while true {
            if let number = consumer.pointee.read(as: UInt64.self) { return number }
            guard lost == 0 else { continue }
            wakeUp.arm()
            if consumer.pointee.peek(1).count == 0 { sleep() }
            wakeUp.disarm()
        }
    }

    private func sleep() {
        while !wakeUp.wait(milliseconds: Self.patience) {
            // A sender that was kept from running has its time now, to write or to signal.
            if consumer.pointee.peek(1).count == 0 || wakeUp.wait(milliseconds: Self.patience) { continue }
            losses.add(1, ordering: .relaxed)
            return
        }
    }
}
