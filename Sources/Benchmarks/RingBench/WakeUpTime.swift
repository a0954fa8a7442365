import CMeasure
import Glibc
import Ring

/// The time from a commit until a reader that slept has its frame: the eventfd and the scheduler.
enum WakeUpTime {
    /// Nanoseconds, one figure a wake-up.
    static func trial(race: Race) -> [Double] {
        do {
            let count = 100
            let sleeper = try Sleeper(count)
            _ = race.run(
                {
                    for index in 0..<count {
                        // Long enough for the reader to have gone to sleep; if it has not, the figure is only smaller.
                        let next = measure_now() + 100_000
                        while measure_now() < next { measure_relax() }
                        sleeper.sent.values[index] = measure_now()
                        _ = sleeper.producer.pointee.write(Int16(truncatingIfNeeded: index))
                        sleeper.wakeUp.signal()
                    }
                },
                {
                    for index in 0..<count {
                        sleeper.sleepUntilFrame()
                        sleeper.received.values[index] = measure_now()
                    }
                })
            return (0..<count).map { Double(sleeper.received.values[$0]) - Double(sleeper.sent.values[$0]) }
        } catch {
            stop("\(error)")
        }
    }
}

private final class Sleeper: @unchecked Sendable {
    let producer = UnsafeMutablePointer<Producer>.allocate(capacity: 1)
    let consumer = UnsafeMutablePointer<Consumer>.allocate(capacity: 1)
    let wakeUp: ReaderSignal
    let sent: Times
    let received: Times

    init(_ count: Int) throws(RingError) {
        wakeUp = try ReaderSignal()
        sent = Times(count)
        received = Times(count)
        let ring = try RingBuffer(frameCapacity: count, bytesPerFrame: 2)
        producer.initialize(to: ring.producer)
        consumer.initialize(to: ring.consumer)
    }

    deinit {
        producer.deinitialize(count: 1)
        producer.deallocate()
        consumer.deinitialize(count: 1)
        consumer.deallocate()
    }

    func sleepUntilFrame() {
        while consumer.pointee.read(as: Int16.self) == nil {
            wakeUp.arm()
            if consumer.pointee.peek(1).count == 0 { wakeUp.wait() }
            wakeUp.disarm()
        }
    }
}
