import Settings
import Testing

@testable import Board

/// Decodes the value of the key `it`; returns what was complained of too.
private func decode<Value>(
    _ text: String, profile: BoardProfile = .bare, _ body: (Node, LineUses, Complaints) -> Value?
) throws -> (Value?, [String]) {
    let document = try Document(text: text, name: "t.yaml")
    let complaints = Complaints(of: document)
    let uses = LineUses(profile: profile)
    let value = body(try #require(document.root["it"]), uses, complaints)
    uses.complain(to: complaints)
    return (value, complaints.sorted.map(\.description))
}

@Suite struct OptionsTests {
    @Test("A light is a line, or a map with its sense")
    func light() throws {
        let read = { LightOptions($0, for: "lights: ready", $1, $2) }
        #expect(try decode("it: GPIO17", read) == (LightOptions(line: "GPIO17"), []))
        #expect(
            try decode("it: {line: BOARD11, active_low: on}", read)
                == (LightOptions(line: "BOARD11", isActiveLow: true), []))
        #expect(
            try decode("it: {line: 17}", read).1[0].hasPrefix("t.yaml:1:12: '17' is not the name of a line"))
        #expect(
            try decode("it: {active_low: perhaps}", read).1 == [
                "t.yaml:1:5: 'line' is missing; add it", "t.yaml:1:18: expected on or off, not 'perhaps'",
            ])
    }

    @Test("A button alone is a contact to ground with a pull-up, held to talk")
    func buttonAlone() throws {
        let (options, said) = try decode("it: GPIO27") {
            ButtonOptions<TalkMode>($0, for: "buttons: talk", $1, $2)
        }
        #expect(said.isEmpty)
        #expect(options == ButtonOptions(line: "GPIO27", mode: .hold, isActiveLow: true, pull: .up))
    }

    @Test(
        "A button's sense follows its pull unless it is given, and a long press cancels where that makes sense"
    )
    func buttonMap() throws {
        let read = { ButtonOptions<TalkMode>($0, for: "buttons: talk", $1, $2) }
        let toggle = try decode("it: {line: GPIO27, mode: toggle, pull: down, debounce: 20ms}", read).0
        #expect(toggle?.isActiveLow == false)
        #expect(toggle?.debounce == .milliseconds(20))
        #expect(toggle?.cancelAfter == .milliseconds(1500))
        #expect(try decode("it: {line: GPIO27, pull: none, active_low: on}", read).0?.isActiveLow == true)
        #expect(
            try decode("it: {line: GPIO27, mode: hold, cancel_after: 10s}", read).0?.cancelAfter
                == .seconds(10))
        #expect(
            try decode("it: {line: GPIO27, mode: togle, debounce: 2s}", read).1.map { $0.prefix(12) } == [
                "t.yaml:1:26:", "t.yaml:1:43:",
            ])
    }

    @Test("A mute input is a switch or a push-button and has nothing to cancel")
    func mute() throws {
        let read = { ButtonOptions<MuteMode>($0, for: "buttons: mute", $1, $2) }
        #expect(try decode("it: {line: GPIO22, mode: toggle}", read).0?.mode == .toggle)
        #expect(try decode("it: {line: GPIO22, cancel_after: 1s}", read).1[0].contains("nothing to cancel"))
        #expect(
            try decode("it: {line: GPIO22, mode: once}", read).1[0].contains("expected one of hold, toggle"))
    }

    @Test("A line that is used twice is found under any of its names")
    func usedTwice() throws {
        let profile = BoardProfile(
            name: "Test board", header: [11: "GPIO17"], chips: [ChipProfile(label: "soc", linePrefix: "GPIO")]
        )
        let text = """
            it:
              - GPIO17
              - BOARD11
              - soc:17
              - GPIO4
              - BOARD6
            """
        let (_, said) = try decode(text, profile: profile) { node, uses, complaints in
            for item in node.items ?? [] {
                _ = LightOptions(item, for: "light \(item.mark.line)", uses, complaints)
            }
        }
        #expect(
            said == [
                "t.yaml:3:5: BOARD11 (the same line as GPIO17) is used for 'light 2' already, on line 2; "
                    + "give 'light 3' another line",
                "t.yaml:4:5: soc:17 (the same line as GPIO17) is used for 'light 2' already, on line 2; "
                    + "give 'light 4' another line",
                "t.yaml:6:5: \(BoardError.noLineAtPin(6, profile: "Test board"))",
            ])
    }

    @Test("What is configured opens, and a button's level is read at once")
    func open() throws {
        let pinout = Pinout.simulated()
        pinout.simulatedChip?.press("GPIO27", at: .zero)
        let button = try ButtonOptions<TalkMode>(line: "GPIO27", mode: .hold).open(on: pinout, at: .zero)
        #expect(button.isPressed)
        let lamp = try LightOptions(line: "GPIO17", isActiveLow: true).open(on: pinout)
        #expect(lamp.isOn == false)
        #expect(pinout.simulatedChip?.isHigh("GPIO17") == true)
    }
}
