import Platform
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
