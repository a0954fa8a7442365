import Configuration
import GPIO
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

/// A machine that is put to sleep, and wakes.
@Suite struct SleepTests {
    @Test("What was to go off while the machine slept is off once it wakes")
    func maxOn() throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    outputs: { heater: { line: GPIO22, max_on: 10m } }
                    commands: { heater: { say: "heater on" } }
                    """, name: "sleep.yaml"))
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let microphone = try Microphone(length: 1)
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        let appliance = try Appliance(
            configuration, options: options, decoders: Decoders(utterance: ScriptedSearch([])),
            loudspeaker: SilentLoudspeaker(), pinout: pinout, observer: { _ in },
            openSound: { microphone })
        let sleepless = DrivenClock()
        appliance.clock = ApplianceClock(source: microphone.machineClock, sleepless: sleepless)
        _ = appliance.devices.outputs.perform(
            [.set("heater", true)], for: "heater", at: appliance.outputTime)
        appliance.advance()
        #expect(chip.isHigh("GPIO22"))
        sleepless.advance(by: .seconds(600))
        appliance.advance()
        #expect(!chip.isHigh("GPIO22"))
    }
}
