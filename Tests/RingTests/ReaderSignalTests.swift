import RingSoak
import Testing

@testable import Ring

@Suite("Wake-up")
struct ReaderSignalTests {
    @Test("A signal is kept back while nobody sleeps, and is seen by a reader that has armed")
    func onlyWhenAsleep() throws {
        let wakeUp = try ReaderSignal()
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

    @Test("A signal that comes late, when its reader has gone on, ends one sleep at most")
    func late() throws {
        let wakeUp = try ReaderSignal()
        wakeUp.arm()
        #expect(wakeUp.takeAnnouncement())
        // The writer is held up here, and the reader has found its frames without it.
        wakeUp.disarm()
        wakeUp.wake()
        wakeUp.arm()
        wakeUp.disarm()
        wakeUp.arm()
        #expect(!wakeUp.wait(milliseconds: 0))
        wakeUp.signal()
        #expect(wakeUp.wait(milliseconds: 0))
    }

    @Test("No wake-up is lost over a hundred thousand sleeps of two threads")
    func noneLost() throws {
        let outcome = try Exchange(rounds: 50_000).run()
        #expect(outcome.lost == 0)
        #expect(outcome.wrong == 0)
    }
}
