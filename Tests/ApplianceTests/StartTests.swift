import Capture
import Configuration
import GPIO
import ListeningSupport
import TestSupport
import Testing

@testable import Appliance

/// What holds from the first moment on.
@Suite struct StartTests {
    @Test("A switch that is closed at the start keeps nothing until it is opened", arguments: [false, true])
    func mutedAtTheStart(opensLate: Bool) throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17 }
            buttons: { mute: GPIO5 }
            outputs: { lamp: { line: GPIO22 } }
            commands: { lamp: { say: "lamp on", do: { output: lamp, toggle: on } } }
            """,
            commands: [.words("lamp on"), .words("lamp on")], speechAt: [0.5..<1.1, 3.0..<3.6],
            closed: ["GPIO5"], script: "2.00 release mute\n", length: 6, opensLate: opensLate)
        #expect(outcome.states.prefix(2) == [.starting, .muted])
        #expect(outcome.summary.utterances == 1, "of what was said after two seconds")
        #expect(try #require(outcome.commands.frames.first).lowerBound >= 32_000)
        #expect(outcome.moves == ["lamp on"])
    }

    @Test(
        "Who muted the service by a push-button is not heard after its next start, until the button is pressed"
    )
    func mutedBefore() throws {
        let folder = TemporaryFolder()
        func run(_ script: String = "") throws -> RunResult {
            try ApplianceHarness.play(
                """
                listen: always
                buttons: { mute: { line: GPIO5, mode: toggle } }
                commands: { lamp: { say: "lamp on" } }
                """,
                commands: [.words("lamp on")], speechAt: [2.0..<2.6], script: script,
                runtimeFolder: folder.path)
        }
        let press = "1.00 press mute\n1.10 release mute\n"
        let first = try run(press)
        #expect(first.states == [.starting, .listening, .muted] && first.warnings.isEmpty)
        let second = try run()
        #expect(second.states == [.starting, .muted] && second.summary.utterances == 0)
        #expect(second.warnings.first?.contains("press the button to end that") == true)
        let third = try run(press)
        #expect(third.states.prefix(3) == [.starting, .muted, .listening])
        #expect(third.summary.utterances == 1)
        let fourth = try run()
        #expect(fourth.states.prefix(2) == [.starting, .listening] && fourth.warnings.isEmpty)
    }

    @Test("That a push-button muted it is forgotten where there is none any more")
    func mutedByFormerButton() throws {
        let folder = TemporaryFolder()
        let kept = KeptMute(by: .press, in: folder.path)
        #expect(kept.keep(true) == nil)
        let outcome = try ApplianceHarness.play(
            "listen: always\ncommands: { lamp: { say: lamp on } }", runtimeFolder: folder.path)
        #expect(outcome.states == [.starting, .listening] && outcome.warnings.isEmpty)
        #expect(!kept.isOn)
    }

    @Test("A capture that cannot start leaves outputs at their exit levels, and the lights dark")
    func noCapture() throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    lights: { status: GPIO17 }
                    outputs: { pump: { line: GPIO23, initial: on }, fan: { line: GPIO22, at_exit: on } }
                    commands: { lamp: { say: "lamp on" } }
                    """, name: "start.yaml"))
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(
            configuration, options: Appliance.Options(),
            decoders: Decoders(utterance: ScriptedSearch([])), loudspeaker: SilentLoudspeaker(),
            pinout: pinout, observer: { events.append($0) }, openSound: { NoSound() })
        #expect(chip.isHigh("GPIO23") && !chip.isHigh("GPIO22"))
        let stop = try StopSignal()
        #expect(throws: ApplianceError.self) { try appliance.run(until: stop) }
        #expect(!chip.isHigh("GPIO23") && chip.isHigh("GPIO22"))
        #expect(!chip.isHigh("GPIO17") && chip.history(of: "GPIO17").contains { $0.isHigh }, "lit before")
        guard case .end = events.last?.kind else {
            Issue.record("no end")
            return
        }
    }

    @Test("Of an appliance whose capture cannot start, no mute switch makes recognizers unavailable")
    func noCaptureWhileMuted() throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    buttons: { mute: GPIO5 }
                    commands: { lamp: { say: "lamp on" } }
                    """, name: "start.yaml"))
        let pinout = Pinout.simulated()
        try #require(pinout.simulatedChip).press("GPIO5", at: .zero)
        var appliance: Appliance?
        var wasUnavailable = false
        func word() -> String? {
            appliance.flatMap { MicrophoneAvailability[.appliance(ObjectIdentifier($0))] }
        }
        appliance = try Appliance(
            configuration, options: Appliance.Options(),
            decoders: Decoders(utterance: ScriptedSearch([])), loudspeaker: SilentLoudspeaker(),
            pinout: pinout, observer: { if case .end = $0.kind { wasUnavailable = word() != nil } },
            openSound: { NoSound() })
        let stop = try StopSignal()
        #expect(throws: ApplianceError.self) { try appliance?.run(until: stop) }
        #expect(wasUnavailable)
        #expect(word() == nil)
    }
}

/// A microphone that is not there.
private final class NoSound: CaptureFeed {
    let wakeDescriptor: Int32 = -1
    func start() throws(CaptureError) { throw .deviceMissing(name: "test", available: []) }
    func stop() {}
    func next() -> CaptureItem? { nil }
}
