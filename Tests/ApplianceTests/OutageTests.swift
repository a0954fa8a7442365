import Appliance
import Capture
import ListeningSupport
import Testing

/// Sound that is missing in the middle of what is said, or for longer.
@Suite struct OutageTests {
    /// A box with a talk button that is held from 0.5 to 3.0 s, and pressed again from 5.0 to 6.5 s; somebody speaks.
    private func run(gapsAt gaps: [Range<Double>] = [], script: String) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: { line: GPIO22 } }
            commands: { lamp: { say: "lamp on", do: { output: lamp, toggle: on } } }
            """,
            commands: [.words("lamp on"), .words("lamp on")], speechAt: [1.0..<2.5, 5.2..<6.2], gapsAt: gaps,
            script: script, length: 8)
    }

    private let presses = "0.50 press talk\n3.00 release talk\n5.00 press talk\n6.50 release talk\n"

    @Test("A gap longer than half a second ends the utterance without a command, a shorter one does not")
    func gap() throws {
        let long = try run(gapsAt: [1.3..<1.81], script: presses)
        #expect(long.moves == ["lamp on"], "of the second press")
        #expect(long.light.map(\.isOn) == [true, false, true, false])
        let end = try #require(long.light.dropFirst().first).time
        #expect((.milliseconds(1300)...(.milliseconds(1820))).contains(end), "when the sound was missing")
        let short = try run(gapsAt: [1.3..<1.8], script: presses)
        #expect(short.moves == ["lamp on", "lamp off"])
    }

    @Test("After a replug a command moves its output")
    func replug() throws {
        let outcome = try run(
            script:
                "0.50 press talk\n1.20 unplug\n3.00 release talk\n4.00 replug\n5.00 press talk\n6.50 release talk\n"
        )
        #expect(outcome.states.contains(.unavailable))
        #expect(outcome.moves == ["lamp on"])
        #expect(outcome.warnings.isEmpty)
    }

    @Test("An output that is on goes off when the microphone is unplugged, and on again by a command only")
    func unplugged() throws {
        let outcome = try run(
            script:
                "0.50 press talk\n3.00 release talk\n4.00 unplug\n4.50 replug\n5.00 press talk\n6.50 release talk\n"
        )
        #expect(outcome.moves == ["lamp on", "lamp off", "lamp on"])
        let atFault = outcome.events.filter {
            if case .output("lamp", on: false, reason: "fault") = $0.kind { true } else { false }
        }
        #expect(atFault.map(\.time) == [.seconds(4)])
    }

    @Test("A microphone that was away for a while is back by itself, and a command moves its output")
    func back() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: { line: GPIO22 } }
            commands: { lamp: { say: "lamp on", do: { output: lamp, toggle: on } } }
            """,
            on: Microphone(awayAt: 1..<3, length: 8), commands: [.words("lamp on")],
            script: "5.00 press talk\n6.00 release talk\n")
        #expect(
            outcome.states == [.starting, .idle, .unavailable, .idle, .recording, .deciding, .idle])
        #expect(outcome.moves == ["lamp on"])
    }

    @Test(
        "A microphone that is silent for longer than it may be counts as away until it gives sound, and one that may be counts as there",
        arguments: [
            (option: "silent_after: 5s", states: [ApplianceState.starting, .idle, .unavailable, .idle]),
            (option: "silent_after: 7s", states: [.starting, .idle]),
            (option: "rate: 16000", states: [.starting, .idle]),
        ])
    func silent(option: String, states: [ApplianceState]) throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            capture: { \(option) }
            buttons: { talk: { line: GPIO27, mode: hold } }
            commands: { lamp: { say: "lamp on" } }
            """,
            on: Microphone(silentAt: 1..<7, length: 8))
        #expect(outcome.states == states)
    }

    /// With a switch that mutes it, and silent for 5 s at most.
    private func playSilent(on microphone: Microphone, script: String = "") throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: button
            capture: { silent_after: 5s }
            buttons: { talk: { line: GPIO27, mode: hold }, mute: { line: GPIO4, mode: hold } }
            commands: { lamp: { say: "lamp on" } }
            """, on: microphone, script: script)
    }

    @Test("A silent microphone that is plugged in anew and sounds well is heard for good")
    func silentAndReplugged() throws {
        let outcome = try playSilent(on: Microphone(awayAt: 2..<4, silentAt: 1..<3, length: 12))
        #expect(outcome.states == [.starting, .idle, .unavailable, .idle])
    }

    @Test("A silent microphone that is pulled out is told of once, with that for a reason")
    func silentAndUnplugged() throws {
        let outcome = try playSilent(on: Microphone(awayAt: 2..<10, silentAt: 1..<9, length: 12))
        let presence = outcome.events.compactMap { event in
            if case .availability(let isPresent, _, _) = event.kind { isPresent } else { nil }
        }
        #expect(presence == [true, false, true])
    }

    @Test("A microphone that was muted for longer than it may be silent is there when it is unmuted")
    func silentAndMuted() throws {
        let outcome = try playSilent(
            on: Microphone(silentAt: 1..<10, length: 11), script: "1.50 press mute\n8.00 release mute\n")
        #expect(outcome.states == [.starting, .idle, .muted, .idle])
    }

    @Test("A microphone that a script pulls out is told of as one that somebody does")
    func scripted() throws {
        func told(_ microphone: Microphone, script: String = "") throws -> [String] {
            let outcome = try ApplianceHarness.play(
                "buttons: { talk: GPIO27 }\ncommands: { lamp: { say: lamp on } }", on: microphone,
                script: script)
            return outcome.events.dropFirst(3).compactMap { event in
                switch event.kind {
                case .availability(let isPresent, let source, _): "\(isPresent) \(isPresent ? source : "")"
                case .gap(_, let reason, let isExact): "gap \(reason) \(isExact)"
                case .state(let state): state.rawValue
                default: nil
                }
            }
        }
        let scripted = try told(Microphone(length: 8), script: "3 unplug\n5 replug\n")
        #expect(
            scripted == [
                "false ", "unavailable", "true room, \(AudioFormat.recognition)", "idle",
                "gap disconnected false",
            ])
    }

    @Test(
        "A microphone that a script pulls out before it has opened is there first, and gone with its first sound"
    )
    func scriptedBeforeOpening() throws {
        let outcome = try ApplianceHarness.play(
            "buttons: { talk: GPIO27 }\ncommands: { lamp: { say: lamp on } }",
            script: "0.00 unplug\n2.00 replug\n", length: 3, opensLate: true)
        #expect(outcome.states == [.starting, .idle, .unavailable, .idle])
        #expect(outcome.time(of: .unavailable) == .zero)
        #expect(outcome.summary.missing == .seconds(2))
    }

    @Test("A microphone that is lost while a script has it out is away once, until it is back from both")
    func lostMeanwhile() throws {
        let outcome = try ApplianceHarness.play(
            "buttons: { talk: GPIO27 }\ncommands: { lamp: { say: lamp on } }",
            on: Microphone(awayAt: 3..<6, length: 8), script: "2 unplug\n4 replug\n")
        let presence = outcome.events.compactMap { event in
            if case .availability(let isPresent, _, _) = event.kind { isPresent } else { nil }
        }
        #expect(presence == [true, false, true])
        #expect(outcome.states == [.starting, .idle, .unavailable, .idle])
        #expect(outcome.summary.outages == 1 && outcome.summary.gaps == 1)
        #expect(outcome.summary.missing == .seconds(4))
    }

    @Test(
        "An output that is on goes off at its max_on although no sound comes, said to be missing or not",
        arguments: [false, true])
    func maxOn(isSaid: Bool) throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { pump: { line: GPIO22, max_on: 4s, at_fault: keep } }
            commands: { pump: { say: "pump on", do: { output: pump, toggle: on } } }
            """,
            on: Microphone(
                awayAt: isSaid ? 3..<20 : 0..<0, stalledAt: isSaid ? 0..<0 : 3..<20, length: 20),
            commands: [.words("pump on")], script: "0.50 press talk\n1.50 release talk\n")
        #expect(outcome.states.contains(.unavailable))
        let switched = outcome.events.compactMap { event in
            if case .output("pump", let isOn, let reason) = event.kind {
                (isOn: isOn, reason: reason, at: event.time)
            } else {
                nil
            }
        }
        #expect(switched.map(\.isOn) == [true, false])
        #expect(switched.last?.reason == "max_on")
        let span = try #require(switched.last).at - switched[0].at
        // The clock is looked at every 10 ms.
        #expect((.seconds(4)...(.milliseconds(4_010))).contains(span), "on for \(span)")
    }

    @Test("An output is on no longer by the machine's clock where a sound card loses half of the sound")
    func slowCard() throws {
        let microphone = try Microphone(losesHalf: true, length: 9)
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { pump: { line: GPIO22, max_on: 4s } }
            commands: { pump: { say: "pump on", do: { output: pump, toggle: on } } }
            """,
            on: microphone, commands: [.words("pump on")], script: "0.50 press talk\n1.50 release talk\n")
        #expect(outcome.moves == ["pump on", "pump off"])
        let switched = outcome.events.compactMap { event in
            if case .output("pump", _, let reason) = event.kind, reason != "exit" { event.time } else { nil }
        }
        let span = try #require(switched.last) - switched[0]
        // Events have the time of the sound, which takes two seconds for one.
        #expect((.milliseconds(1_980)...(.milliseconds(2_020))).contains(span), "on for \(span) of sound")
    }
}
