import Testing

@testable import GPIO

@Suite struct PinToolTests {
    private let profile = BoardProfile(
        name: "Test board", header: [3: "GPIO1", 11: "GPIO2"],
        chips: [
            ChipProfile(label: "soc", linePrefix: "GPIO", onRelease: .keepsLevel, note: "GPIO1 is pulled up")
        ])

    @Test("The list shows names, pins, places and holders, and what a release does")
    func list() throws {
        let chip = SimulatedChip(label: "soc", lines: ["ID_SDA", "SDA1", "GPIO2", ""])
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "SDA1")
        let other = SimulatedChip(label: "expander", lines: ["P0"])
        let pinout = Pinout(chips: [chip, other], profile: profile)
        let lamp = try pinout.output("GPIO2")
        defer { lamp.release() }
        #expect(
            try PinList(pinout).description == """
                soc (simulated): a released output keeps its last level
                GPIO1 is pulled up
                  ID_SDA           soc:0  input
                  SDA1    BOARD3   soc:1  input   held by 'gpioset'
                  GPIO2   BOARD11  soc:2  output  held by 'earshot'
                  GPIO3            soc:3  input

                expander (simulated): what a released output does is not known
                  P0    expander:0  input
                """)
    }

    @Test("A watch tells every edge with its time and the time since the one before")
    func watch() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let watch = try EdgeWatch(["GPIO4", "GPIO5"], on: pinout, at: .zero)
        #expect(watch.fileDescriptors.count == 2)
        chip.press("GPIO4", at: .milliseconds(1000))
        chip.release("GPIO4", at: .microseconds(1_000_800))
        chip.press("GPIO5", at: .microseconds(1_000_300))
        let lines = try watch.advance(to: .seconds(2)).map(\.description)
        #expect(
            lines == [
                "1.000000 s  GPIO4  high", "1.000300 s  GPIO5  high",
                "1.000800 s  GPIO4  low   0.8 ms after the last",
            ])
        #expect(try watch.levels(at: .seconds(2)).map(\.isHigh) == [false, true])
    }

    @Test("A watched line without an interrupt does not begin with an edge that nobody made")
    func watchPolled() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        chip.removeInterrupt(of: "GPIO4")
        chip.press("GPIO4", at: .zero)
        let watch = try EdgeWatch(["GPIO4"], on: pinout, at: .zero)
        #expect(try watch.advance(to: .seconds(1)).isEmpty)
    }

    @Test("A trial shows its pattern, ends off and lets the line go")
    func trial() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let blink = LightPattern.blink(on: .milliseconds(400), off: .milliseconds(100))
        let trial = try PinTrial("GPIO17", blink, isActiveLow: true, for: .seconds(1), on: pinout, at: .zero)
        #expect(chip.holder(of: "GPIO17")?.consumer == "earshot-pins")
        while let next = trial.nextDeadline { try trial.advance(to: next) }
        #expect(chip.history(of: "GPIO17").map(\.isHigh) == [true, false, true, false, true])
        #expect(chip.history(of: "GPIO17").last?.at == .milliseconds(900))
        #expect(chip.holder(of: "GPIO17") == nil)
        let long = try PinTrial("GPIO17", for: .seconds(60), on: pinout, at: .seconds(2))
        #expect(try long.finish(at: .seconds(3)).map(\.isOn) == [false])
        #expect(long.nextDeadline == nil)
    }
}
