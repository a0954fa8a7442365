import Capture
import Configuration
import GPIO
import ListeningSupport
import Service
import Testing

@testable import Appliance

/// A microphone whose driver hangs: neither sound nor an error comes.
@Suite struct HangTests {
    private let text = """
        listen: button
        lights: { recording: GPIO17, status: GPIO24 }
        buttons: { talk: { line: GPIO27, mode: hold } }
        outputs:
          heater: { line: GPIO22, at_fault: keep }
          lamp: GPIO23
          fan: { line: GPIO25, at_exit: on }
        commands:
          both: { say: "both on", do: [{ output: heater, set: on }, { output: lamp, set: on }] }
        """

    private let press = "0.50 press talk\n1.50 release talk\n"

    @Test("Where a watchdog waits, it ends with outputs at their levels at exit, and its lights dark")
    func watched() throws {
        let configuration = try ApplianceConfiguration(Document(text: text, name: "hang.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .device(DeviceOptions())
        options.logsWarnings = false
        options.script = try BoardScript(text: press, name: "script", buttons: configuration.buttonNames)
        let microphone = try Microphone(stalledAt: 3..<30, length: 30)
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: ScriptedSearch([.words("both on")])),
            loudspeaker: SilentLoudspeaker(), pinout: pinout, observer: { events.append($0) },
            openSound: { microphone })
        appliance.clock = ApplianceClock(source: microphone.machineClock)
        appliance.service = ServiceReporter(ServiceManager(watchdog: .seconds(10)) { _ in })
        #expect(throws: ApplianceError.self) { try appliance.run(until: microphone.end) }
        #expect(microphone.machineClock.now < .seconds(13), "5 s after it was lost the watchdog may act")
        #expect(microphone.isAbandoned, "who waits for a driver that hangs does not end")
        let warnings = events.compactMap { if case .warning(let text) = $0.kind { text } else { nil } }
        #expect(warnings.contains { $0.contains("so that only a new start helps") })
        let changes = events.compactMap { event in
            if case .output(let name, let isOn, let reason) = event.kind {
                "\(name) \(isOn ? "on" : "off"): \(reason)"
            } else {
                nil
            }
        }
        #expect(
            changes == [
                "heater on: both", "lamp on: both", "lamp off: fault", "heater off: exit", "fan on: exit",
            ])
        #expect(!chip.isHigh("GPIO22") && !chip.isHigh("GPIO23") && chip.isHigh("GPIO25"))
        #expect(!chip.isHigh("GPIO17") && !chip.isHigh("GPIO24"))
        guard case .end = events.last?.kind else {
            Issue.record("no end")
            return
        }
    }

    @Test("Where none waits, it is unavailable until sound comes again, with outputs as at a fault")
    func unwatched() throws {
        let outcome = try ApplianceHarness.play(
            text, on: Microphone(stalledAt: 3..<20, length: 25), commands: [.words("both on")],
            script: press)
        #expect(
            outcome.states == [.starting, .idle, .recording, .deciding, .idle, .unavailable, .idle])
        #expect(outcome.moves == ["heater on", "lamp on", "lamp off"])
        let presence = outcome.events.compactMap { event in
            if case .availability(let isPresent, _, let reason) = event.kind {
                (isPresent: isPresent, reason: reason)
            } else {
                nil
            }
        }
        #expect(presence.map(\.isPresent) == [true, false, true])
        #expect(presence.dropFirst().first?.reason.contains("neither sound nor an error") == true)
    }

    @Test("What was being said is given up, and its light goes out")
    func recording() throws {
        let outcome = try ApplianceHarness.play(
            text, on: Microphone(stalledAt: 3..<20, length: 25), script: "2.50 press talk\n")
        #expect(outcome.states == [.starting, .idle, .recording, .unavailable, .idle])
        #expect(outcome.light.map(\.isOn) == [true, false])
        #expect(outcome.moves.isEmpty)
    }
}
