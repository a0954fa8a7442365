import Glibc
import Testing

@testable import GPIO

@Suite struct LightPatternTests {
    @Test("Steady patterns never ask to be looked at")
    func steady() {
        for elapsed in [Duration.zero, .seconds(5), .seconds(100_000)] {
            #expect(LightPattern.on.isOn(after: elapsed))
            #expect(!LightPattern.off.isOn(after: elapsed))
            #expect(LightPattern.on.nextStep(after: elapsed) == nil)
        }
    }

    @Test("A blink keeps its phase after a year")
    func blink() {
        let pattern = LightPattern.blink(on: .milliseconds(100), off: .milliseconds(300))
        let year = Duration.seconds(365 * 24 * 3600)
        for start in [Duration.zero, year] {
            #expect(pattern.isOn(after: start))
            #expect(pattern.isOn(after: start + .milliseconds(99)))
            #expect(!pattern.isOn(after: start + .milliseconds(100)))
            #expect(pattern.nextStep(after: start + .milliseconds(50)) == start + .milliseconds(100))
            #expect(pattern.nextStep(after: start + .milliseconds(100)) == start + .milliseconds(400))
        }
    }

    @Test("Flashes end dark and are done")
    func flashes() {
        let pattern = LightPattern.flashes(2, on: .milliseconds(100), off: .milliseconds(50))
        let lit = (0..<40).map { pattern.isOn(after: .milliseconds($0 * 10)) }
        #expect(lit == (0..<40).map { (0..<10).contains($0) || (15..<25).contains($0) })
        #expect(pattern.nextStep(after: .milliseconds(300)) == nil)
    }

    @Test("SOS reads as Morse code: three dots, three dashes, three dots")
    func sos() {
        let pattern = LightPattern.sos(unit: .milliseconds(100))
        var morse = ""
        var elapsed = Duration.zero
        repeat {
            let next = pattern.nextStep(after: elapsed)!
            if pattern.isOn(after: elapsed) { morse += next - elapsed == .milliseconds(100) ? "." : "-" }
            elapsed = next
        } while elapsed < pattern.length
        #expect(morse == "...---...")
        #expect(pattern.repeats)
    }

    @Test("A quickening blink quickens, ends lit, and takes the time it is given")
    func quickening() {
        let pattern = LightPattern.quickening(over: .seconds(3))
        let periods = stride(from: 0, to: pattern.steps.count, by: 2).map {
            pattern.steps[$0].lasting + pattern.steps[$0 + 1].lasting
        }
        #expect(periods == periods.sorted(by: >))
        #expect(pattern.isOn(after: pattern.length))
        #expect(pattern.length >= .seconds(3) && pattern.length < .milliseconds(3500))
    }
}

@Suite struct LEDTests {
    let pinout = Pinout.simulated()
    var chip: SimulatedChip { pinout.simulatedChip! }

    @Test("The light follows its pattern when it is advanced at its deadlines")
    func followsPattern() throws {
        let lamp = LED(try pinout.output("GPIO17"))
        try lamp.show(.flashes(2, on: .milliseconds(100), off: .milliseconds(50)), at: .seconds(1))
        while let next = lamp.nextDeadline { try lamp.advance(to: next) }
        #expect(
            chip.history(of: "GPIO17").dropFirst().map(\.at) == [
                .milliseconds(1000), .milliseconds(1100), .milliseconds(1150), .milliseconds(1250),
            ])
        #expect(lamp.isOn == false)
    }

    @Test("A new pattern shows at once, whatever was shown")
    func noDelay() throws {
        let lamp = LED(try pinout.output("GPIO17"))
        try lamp.show(.blink(on: .seconds(10), off: .seconds(10)), at: .zero)
        #expect(
            try lamp.show(.off, at: .seconds(1)) == [LineChange(line: "GPIO17", isOn: false, at: .seconds(1))]
        )
        #expect(
            try lamp.show(.on, at: .seconds(1)) == [LineChange(line: "GPIO17", isOn: true, at: .seconds(1))])
        #expect(!chip.history(of: "GPIO17").isEmpty && chip.isHigh("GPIO17"))
    }

    @Test("Showing what is shown already leaves its phase alone")
    func samePattern() throws {
        let lamp = LED(try pinout.output("GPIO17"))
        let blink = LightPattern.blink(on: .milliseconds(100), off: .milliseconds(100))
        try lamp.show(blink, at: .zero)
        #expect(try lamp.show(blink, at: .milliseconds(50)).isEmpty)
        #expect(lamp.nextDeadline == .milliseconds(100))
    }

    @Test("A late look sets the level of that moment, once")
    func lateLook() throws {
        let lamp = LED(try pinout.output("GPIO17"))
        try lamp.show(.blink(on: .milliseconds(100), off: .milliseconds(100)), at: .zero)
        #expect(try lamp.advance(to: .milliseconds(850)).isEmpty)
        #expect(try lamp.advance(to: .milliseconds(10_150)).count == 1)
    }

    @Test("A light that cannot be lit says so, and is tried again")
    func cannotBeLit() throws {
        let lamp = LED(try pinout.output("GPIO17"))
        chip.failWrites(to: "GPIO17", errno: EIO)
        #expect(throws: GPIOError.failed(lamp.line.identity, .drive, errno: EIO)) {
            try lamp.show(.on, at: .seconds(1))
        }
        #expect(lamp.isOn == nil)
        #expect(throws: GPIOError.self) { try lamp.advance(to: .seconds(2)) }
        chip.failWrites(to: "GPIO17", errno: nil)
        #expect(try lamp.advance(to: .seconds(3)).map(\.isOn) == [true])
    }
}

@Suite struct RelayTests {
    @Test("A relay writes a level once, and again after a write that failed")
    func switches() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let relay = Relay(try pinout.output("GPIO5", isActiveLow: true))
        #expect(try relay.set(false, at: .seconds(1)) == nil)
        #expect(try relay.set(true, at: .seconds(2))?.isOn == true)
        #expect(try relay.set(true, at: .seconds(3)) == nil)
        #expect(chip.history(of: "GPIO5").map(\.isHigh) == [true, false])
        chip.failWrites(to: "GPIO5", errno: EIO)
        #expect(throws: GPIOError.self) { try relay.set(false, at: .seconds(4)) }
        #expect(relay.isOn == nil)
        chip.failWrites(to: "GPIO5", errno: nil)
        #expect(try relay.set(false, at: .seconds(5))?.isOn == false)
    }
}
