import Board
import Testing

@testable import Station

@Suite struct LightTests {
    private func panel(_ lights: [Light: LineName]) throws -> (LightPanel, SimulatedChip) {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        return (try LightPanel(lights.mapValues { LED(try pinout.output($0)) }), chip)
    }

    @Test("The recording light is lit in recording, steadily, and dark in every other state")
    func recordingLight() throws {
        for state in StationState.allCases {
            let pattern = Light.recording.pattern(in: state)
            #expect(pattern.steps.isEmpty, "no pattern may make it blink")
            #expect(pattern.isOn(after: .seconds(1)) == (state == .recording))
        }
        for overlay in [LightOverlay.accepted, .rejected, .limit(remaining: .seconds(10))] {
            #expect(Light.recording.pattern(of: overlay) == nil)
        }
    }

    @Test("A single status light tells every two states apart that ask for different things of a person")
    func statusLight() {
        let patterns = StationState.allCases.filter { $0 != .listening && $0 != .confirming }
            .map { Light.status.pattern(in: $0) }
        #expect(Set(patterns).count == patterns.count)
    }

    @Test("A change of state shows at once, in the middle of a message")
    func messagesDoNotDelay() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        try panel.show(.idle, at: .zero)
        panel.show(.accepted, at: .seconds(1))
        try panel.show(.recording, at: .milliseconds(1_100))
        #expect(chip.isHigh("GPIO17"))
        #expect(!chip.isHigh("GPIO22"))
    }

    @Test("A message passes, and the state shows again")
    func messagePasses() throws {
        let (panel, _) = try panel([.ready: "GPIO22"])
        try panel.show(.idle, at: .zero)
        _ = try panel.advance(to: .zero)
        panel.show(.rejected, at: .seconds(1))
        var history: [Bool] = []
        for step in 0..<200 {
            history += try panel.advance(to: .seconds(1) + .milliseconds(10 * step)).map(\.isOn)
        }
        // Lit before: two flashes are lit, dark, lit, dark; then lit for good.
        #expect(history == [false, true, false, true])
    }

    @Test("A recording light that cannot be lit is an error, another light only a line in the log")
    func brokenLight() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        chip.failWrites(to: "GPIO22", errno: 5)
        try panel.show(.recording, at: .zero)
        try panel.show(.idle, at: .seconds(1))
        chip.failWrites(to: "GPIO17", errno: 5)
        #expect(throws: BoardError.self) { try panel.show(.recording, at: .seconds(2)) }
    }

    @Test("At the end every light is dark")
    func darken() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        try panel.show(.recording, at: .zero)
        _ = panel.darken(at: .seconds(1))
        #expect(!chip.isHigh("GPIO17") && !chip.isHigh("GPIO22"))
    }
}
