import Glibc
import Ring
import RingSoak
import Testing

@Suite("Wake-up")
struct WakeUpTests {
    @Test("a signal is kept back while nobody sleeps, and is seen by a reader that has armed")
    func onlyWhenAsleep() throws {
        let wakeUp = try WakeUp()
        wakeUp.signal()
        #expect(!wakeUp.wait(milliseconds: 0))
        wakeUp.arm()
        #expect(!wakeUp.wait(milliseconds: 0))
        wakeUp.signal()
        wakeUp.signal()
        #expect(wakeUp.wait(milliseconds: 0))
        wakeUp.disarm()
        #expect(!wakeUp.wait(milliseconds: 0))
        wakeUp.arm()
        wakeUp.disarm()
        wakeUp.signal()
        #expect(!wakeUp.wait(milliseconds: 0))
    }

    @Test("no wake-up is lost over a hundred thousand sleeps")
    func noneLost() throws {
        let count = 100_000
        let there = try Station(RingBuffer(frameCapacity: 1, bytesPerFrame: 8))
        let back = try Station(RingBuffer(frameCapacity: 1, bytesPerFrame: 8))
        let echo = Worker {
            for _ in 0..<count { back.send(there.receive()) }
        }
        var isInOrder = true
        for number in 0..<UInt64(count) {
            there.send(number)
            isInOrder = isInOrder && back.receive() == number
        }
        echo.wait()
        #expect(isInOrder)
    }
}

/// A ring with its wake-up: one thread sends, one sleeps until there is something to receive.
private final class Station: @unchecked Sendable {
    private let producer = UnsafeMutablePointer<Producer>.allocate(capacity: 1)
    private let consumer = UnsafeMutablePointer<Consumer>.allocate(capacity: 1)
    private let wakeUp: WakeUp

    init(_ ring: consuming RingBuffer) throws {
        wakeUp = try WakeUp()
        producer.initialize(to: ring.producer)
        consumer.initialize(to: ring.consumer)
    }

    deinit {
        producer.deinitialize(count: 1)
        producer.deallocate()
        consumer.deinitialize(count: 1)
        consumer.deallocate()
    }

    func send(_ number: UInt64) {
        precondition(producer.pointee.write(number), "the ring is full")
        wakeUp.signal()
    }

    func receive() -> UInt64 {
        while true {
            if let number = consumer.pointee.read(as: UInt64.self) { return number }
            wakeUp.arm()
            if consumer.pointee.peek(1).count == 0 { precondition(wakeUp.wait(milliseconds: 10_000), "lost") }
            wakeUp.disarm()
        }
    }
}
