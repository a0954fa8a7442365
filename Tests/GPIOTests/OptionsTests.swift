import Configuration
import Testing

@testable import GPIO

/// Decodes the value of the key `it`; returns what was complained of too.
private func decode<Value>(_ text: String, _ body: (Node, Diagnostics) -> Value?) throws -> (Value?, [String])
{
    let document = try Document(text: text, name: "t.yaml")
    let diagnostics = Diagnostics(of: document)
    let value = body(try #require(document.root["it"]), diagnostics)
    return (value, diagnostics.sorted.map(\.description))
}

@Suite struct OptionsTests {
    @Test("A light is a line, or a map with its sense")
    func light() throws {
        #expect(try decode("it: GPIO17", LightOptions.init(_:_:)) == (LightOptions(line: "GPIO17"), []))
        #expect(
            try decode("it: {line: BOARD11, active_low: on}", LightOptions.init(_:_:))
                == (LightOptions(line: "BOARD11", isActiveLow: true), []))
        let bare = try decode("it: {line: 17}", LightOptions.init(_:_:)).1
        #expect(bare[0].hasPrefix("t.yaml:1:12: '17' is not the name of a line"))
        #expect(
            try decode("it: {active_low: perhaps}", LightOptions.init(_:_:)).1 == [
                "t.yaml:1:5: 'line' is missing; add it", "t.yaml:1:18: expected on or off, not 'perhaps'",
            ])
    }

    @Test("A button alone is a contact to ground with a pull-up, held to talk")
    func buttonAlone() throws {
        let (options, said) = try decode("it: GPIO27", ButtonOptions.init(_:_:))
        #expect(said.isEmpty)
        #expect(options == ButtonOptions(line: "GPIO27", mode: .hold, isActiveLow: true, pull: .up))
    }

    @Test(
        "A button's sense follows its pull unless it is given, and a long press cancels where that makes sense"
    )
    func buttonMap() throws {
        let read = ButtonOptions.init(_:_:)
        let toggle = try decode("it: {line: GPIO27, mode: toggle, pull: down, debounce: 20ms}", read).0
        #expect(toggle?.isActiveLow == false)
        #expect(toggle?.debounce == .milliseconds(20))
        #expect(toggle?.cancelAfter == .milliseconds(1500))
        #expect(try decode("it: {line: GPIO27, pull: none, active_low: on}", read).0?.isActiveLow == true)
        #expect(
            try decode("it: {line: GPIO27, mode: hold, cancel_after: 10s}", read).0?.cancelAfter
                == .seconds(10))
        #expect(try decode("it: {line: GPIO27, mode: hold}", read).0?.cancelAfter == nil)
        #expect(
            try decode("it: {line: GPIO27, mode: togle, debounce: 2s}", read).1.map { $0.prefix(12) } == [
                "t.yaml:1:26:", "t.yaml:1:43:",
            ])
    }

    @Test("A line that is used twice is found under any of its names")
    func usedTwice() throws {
        let profile = BoardProfile(
            name: "Test board", header: [11: "GPIO17"], chips: [ChipProfile(label: "soc", linePrefix: "GPIO")]
        )
        let diagnostics = Diagnostics()
        var uses = LineUses(profile: profile, diagnostics)
        for (row, line) in ["GPIO17", "BOARD11", "soc:17", "GPIO4", "BOARD6", "GPIO4"].enumerated() {
            uses.note(
                try LineName(parsing: line), for: "light \(row + 1)",
                at: Mark(file: "t", line: row + 1, column: 1))
        }
        #expect(
            diagnostics.sorted.map(\.description) == [
                "t:2:1: BOARD11, which is GPIO17, is taken by light 1 already, on line 1; choose another line",
                "t:3:1: soc:17, which is GPIO17, is taken by light 1 already, on line 1; choose another line",
                "t:5:1: \(GPIOError.noLineAtPin(6, profile: "Test board"))",
                "t:6:1: GPIO4 is taken by light 4 already, on line 4; choose another line",
            ])
    }

    @Test("A button's first edge counts at once; a switch waits for its contact, where the chip can tell")
    func stillness() throws {
        let pinout = Pinout(chips: [SimulatedChip(debounces: true)])
        let talk = try ButtonOptions(line: "GPIO27").open(on: pinout, at: .zero)
        #expect(!talk.line.isDebounced)
        let mute = try ButtonOptions(line: "GPIO22").open(on: pinout, waitsForStillness: true, at: .zero)
        #expect(mute.line.isDebounced)
    }

    @Test("A switch on a chip that cannot wait for stillness changes no sooner either, and by no spike")
    func stillWithoutTheChip() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let mute = try ButtonOptions(line: "GPIO22").open(on: pinout, waitsForStillness: true, at: .zero)
        #expect(!mute.line.isDebounced)
        chip.press("GPIO22", at: .milliseconds(10))
        #expect(try mute.advance(to: .milliseconds(10)) == [])
        chip.release("GPIO22", at: .milliseconds(10) + .microseconds(100))
        #expect(try mute.advance(to: .milliseconds(11)) == [])
        #expect(try mute.advance(to: .milliseconds(100)) == [])
        chip.press("GPIO22", at: .milliseconds(200))
        #expect(try mute.advance(to: .milliseconds(200)) == [])
        #expect(try mute.advance(to: .milliseconds(206)).map(\.kind) == [.pressed])
        #expect(mute.isPressed)
    }

    @Test("What is configured opens, and a button's level is read at once")
    func open() throws {
        let pinout = Pinout.simulated()
        pinout.simulatedChip?.press("GPIO27", at: .zero)
        let button = try ButtonOptions(line: "GPIO27").open(on: pinout, at: .zero)
        #expect(button.isPressed)
        let lamp = try LightOptions(line: "GPIO17", isActiveLow: true).open(on: pinout)
        #expect(lamp.isOn == false)
        #expect(pinout.simulatedChip?.isHigh("GPIO17") == true)
    }
}
