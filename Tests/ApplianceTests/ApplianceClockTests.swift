import Platform
import TestSupport
import Testing

@testable import Appliance

@Suite struct ApplianceClockTests {
    @Test("Frames move it, and between them it stands still")
    func frames() {
        let machine = DrivenClock()
        var clock = ApplianceClock(source: machine)
        clock.framesReached(.milliseconds(10))
        machine.advance(by: .milliseconds(500))
        #expect(clock.now == .milliseconds(10))
    }

    @Test("What hearing a block takes counts as time since it came in")
    func hearing() {
        let machine = DrivenClock()
        var clock = ApplianceClock(source: machine)
        clock.framesReached(.milliseconds(10))
        machine.advance(by: .milliseconds(30))
        clock.blockEnds(at: .milliseconds(20))
        #expect(clock.now == .milliseconds(20))
        #expect(clock.present == .milliseconds(50))
    }

    @Test("Time for which the machine sleeps has passed for outputs, and for nothing else")
    func sleep() {
        let (machine, sleepless) = (DrivenClock(), DrivenClock())
        machine.advance(by: .seconds(100))
        sleepless.advance(by: .seconds(5000))
        let clock = ApplianceClock(source: machine, sleepless: sleepless)
        machine.advance(by: .seconds(1))
        sleepless.advance(by: .seconds(3601))
        #expect(clock.steady == .seconds(1) && clock.present == .seconds(1))
        #expect(clock.elapsed == .seconds(3601))
    }

    @Test("Where sound has waited to be heard, it knows by how much the newest is further")
    func backlog() {
        let machine = DrivenClock()
        var clock = ApplianceClock(source: machine)
        clock.blockBegins(at: .milliseconds(10), hasFollowed: false)
        #expect(clock.newest == .milliseconds(10))
        // Something takes a second, and then block follows upon block.
        machine.advance(by: .seconds(1))
        clock.blockEnds(at: .milliseconds(20))
        clock.blockBegins(at: .milliseconds(20), hasFollowed: true)
        #expect(clock.now == .milliseconds(20) && clock.newest == .milliseconds(1_010))
        machine.advance(by: .milliseconds(1))
        clock.blockEnds(at: .milliseconds(30))
        #expect(clock.newest == .milliseconds(1_011))
        for block in 3...200 {
            machine.advance(by: .milliseconds(1))
            clock.blockBegins(at: .milliseconds(10 * block), hasFollowed: true)
        }
        #expect(clock.newest == clock.now, "none waits any more")
        machine.advance(by: .seconds(1))
        clock.blockBegins(at: .milliseconds(2_010), hasFollowed: false)
        #expect(clock.newest == .milliseconds(2_010), "it was waited for")
    }

    @Test("Without frames it goes on with the machine's clock, and does not go back when frames return")
    func frameless() {
        let machine = DrivenClock()
        var clock = ApplianceClock(source: machine)
        clock.framesReached(.seconds(1))
        machine.advance(by: .seconds(3))
        clock.tick()
        #expect(clock.now == .seconds(4) && clock.present == .seconds(4))
        machine.advance(by: .milliseconds(7))
        #expect(clock.now == .seconds(4) && clock.present == .milliseconds(4_007))
        clock.framesReached(.milliseconds(3_900))
        #expect(clock.now == .seconds(4))
        clock.framesReached(.milliseconds(4_100))
        #expect(clock.now == .milliseconds(4_100))
    }
}
