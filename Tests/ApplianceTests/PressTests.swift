import Appliance
import Glibc
import Interpretation
import ListeningSupport
import Platform
import Testing

/// Presses that are easily missed or misread, through the whole appliance: each has one outcome.
@Suite struct PressTests {
    /// A box with a talk button; somebody speaks from 1.0 to 1.6 s, unless told.
    private func run(
        _ script: String, mode: String = "hold", heard lines: [ScriptedSearch.Line]? = nil,
        speechAt speech: [Range<Double>] = [1.0..<1.6], opensLate: Bool = false, length: Double = 5
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: \(mode) }, mute: GPIO5 }
            outputs: { lamp: { line: GPIO22 } }
            commands: { lamp: { say: "lamp on", do: { output: lamp, toggle: on } } }
            """,
            commands: lines ?? [.words("lamp on"), .words("lamp on")], speechAt: speech, script: script,
            length: length, opensLate: opensLate)
    }

    private func lit(_ performance: RunResult) -> [Double] {
        performance.light.map { ($0.time.seconds * 1000).rounded() / 1000 }
    }

    @Test("A press during start-up is told of and keeps nothing, also when hearing begins while it lasts")
    func duringStart() throws {
        let outcome = try run(
            "0.00 press talk\n0.40 release talk\n1.00 press talk\n1.80 release talk\n", opensLate: true)
        #expect(outcome.warnings.count == 1)
        #expect(outcome.warnings.first?.contains("press again") == true)
        #expect(lit(outcome) == [1.0, 2.0], "the second press counts, with 200 ms after it")
        #expect(outcome.moves == ["lamp on"])
    }

    @Test("A press in which nobody speaks comes to no words, whatever the search makes of the silence")
    func nobodySpeaks() throws {
        let outcome = try run(
            "1.0 press talk\n2.0 release talk\n", heard: [.unlikely("lamp on")], speechAt: [])
        let texts = outcome.events.compactMap { event in
            if case .final(let transcript) = event.kind { transcript.text } else { nil }
        }
        #expect(texts == [""])
        let refused = outcome.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection } else { nil }
        }
        #expect(refused == [Rejection(text: "", reason: .noWords)])
    }

    @Test("Two presses in 20 ms are one, in every mode", arguments: ["hold", "toggle", "once"])
    func bounce(mode: String) throws {
        let end = mode == "once" ? "" : "1.80 press talk\n1.90 release talk\n"
        let press = "0.50 press talk\n0.506 release talk\n0.515 press talk\n"
        let outcome = try run(
            press + (mode == "hold" ? "1.80 release talk\n" : "0.70 release talk\n" + end), mode: mode)
        #expect(outcome.summary.utterances == 1)
        #expect(outcome.light.map(\.isOn) == [true, false])
        #expect(lit(outcome).first == 0.5)
        #expect(outcome.moves == ["lamp on"])
    }

    @Test(
        "Enter on a keyboard is a press, or for a button that is held by turns press and release",
        arguments: ["hold", "once"])
    func talkKey(mode: String) throws {
        var keyboard: [Int32] = [0, 0]
        try #require(pipe(&keyboard) == 0)
        defer { for end in keyboard { close(end) } }
        var typed = 0
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: \(mode) } }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words("lamp on")], speechAt: [0.2..<0.6], talkKey: keyboard[0],
            stopAt: { event in
                switch event {
                case .state(.idle) where typed == 0, .led("recording", true, _) where mode == "hold":
                    typed += write(keyboard[1], "\n", 1)
                default: break
                }
                return if case .led("recording", false, _) = event { true } else { false }
            })
        let presses = outcome.events.compactMap { event in
            if case .button("talk", let isPressed) = event.kind { isPressed } else { nil }
        }
        #expect(presses == [true, false])
        #expect(outcome.light.map(\.isOn) == [true, false])
    }

    @Test(
        "A button that is down for longer than anybody may speak is told to be stuck, and counts again once released"
    )
    func stuck() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            limits: { longest: 90s }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words(""), .words("lamp on")], speechAt: [102.0..<102.6],
            script: "1.00 press talk\n100.00 release talk\n101.50 press talk\n103.00 release talk\n",
            length: 105)
        #expect(lit(outcome) == [1.0, 91.0, 101.5, 103.2])
        #expect(outcome.warnings.first?.contains("look whether it is stuck") == true)
        #expect(outcome.summary.commands == 1)
    }

    @Test(
        "A button that is held ends nothing with a pause, and is cut off after the longest time",
        arguments: [[], [1.0..<1.6]])
    func heldTooLong(speech: [Range<Double>]) throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            limits: { longest: 4s, speech_within: 1s }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words("lamp on")], partials: Array(repeating: "lamp on", count: 600),
            speechAt: speech,
            script: "0.50 press talk\n8.00 release talk\n", length: 9)
        #expect(lit(outcome) == [0.5, 4.5])
        #expect(outcome.summary.commands == 1)
    }

    @Test(
        "Also where speech or a wake phrase begins an utterance, one that a press began ends with the button",
        arguments: ["always", "wake"])
    func heldWhileListening(listen: String) throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: \(listen)
            \(listen == "wake" ? "wake: okay workshop" : "")
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            limits: { longest: 10s, speech_within: 1s }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words("lamp on")], partials: Array(repeating: "lamp on", count: 600),
            speechAt: [2.5..<3.1], script: "0.50 press talk\n6.00 release talk\n", length: 9)
        #expect(lit(outcome) == [0.5, 6.2])
        #expect(outcome.summary.commands == 1)
    }

    @Test("Whoever starts with a press, and says nothing in time, need not press again")
    func toggledInSilence() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: toggle } }
            limits: { longest: 10s, speech_within: 1s }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words(""), .words("lamp on")], speechAt: [3.5..<4.1],
            script: """
                0.50 press talk
                0.60 release talk
                3.00 press talk
                3.10 release talk
                7.00 press talk
                7.10 release talk

                """, length: 9)
        #expect(lit(outcome) == [0.5, 1.5, 3.0, 7.2])
        #expect(outcome.summary.commands == 1)
    }

    @Test("Whoever asks to speak and says nothing is told by light and tone")
    func silence() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: button
            voice: { tones: on }
            lights: { recording: GPIO17, status: GPIO24 }
            buttons: { talk: { line: GPIO27, mode: once } }
            limits: { speech_within: 1s }
            commands: { lamp: { say: "lamp on" } }
            """,
            commands: [.words("")], script: "0.50 press talk\n0.60 release talk\n")
        #expect(outcome.states == [.starting, .idle, .speaking, .recording, .deciding, .speaking, .idle])
        let flashes = outcome.events.contains { event in
            if case .led("status", _, "rejected") = event.kind { true } else { false }
        }
        #expect(flashes)
    }

    @Test("A press that lasts to the end of the sound is judged as if it had been let go")
    func heldAtTheEnd() throws {
        let outcome = try run("0.50 press talk\n", length: 2)
        #expect(outcome.moves == ["lamp on"])
        #expect(lit(outcome) == [0.5, 2.0])
    }

    @Test("A press before the post-roll is over goes on with the utterance")
    func again() throws {
        let outcome = try run(
            "0.50 press talk\n1.20 release talk\n1.35 press talk\n2.50 release talk\n", length: 4)
        #expect(lit(outcome) == [0.5, 2.7])
        #expect(outcome.summary.utterances == 1)
        #expect(outcome.moves == ["lamp on"])
    }

    @Test("A press before the sound's first frame that lasts is heard from that frame on")
    func early() throws {
        let outcome = try run("0.00 press talk\n1.80 release talk\n")
        #expect(lit(outcome) == [0.0, 2.0])
        #expect(outcome.commands.frames.first?.lowerBound == 0)
    }

    @Test("What the script has after the sound's end still happens")
    func afterTheEnd() throws {
        let outcome = try run("0.50 press talk\n1.80 release talk\n9.00 press mute\n", length: 3)
        #expect(outcome.states.last == .muted)
        #expect(outcome.events.last?.time == .milliseconds(9005))
    }

    @Test("A microphone that never comes back ends a recording, moves nothing, and the run ends")
    func neverReplugged() throws {
        let outcome = try run("0.50 press talk\n1.20 unplug\n1.80 release talk\n")
        #expect(outcome.states.last == .unavailable)
        #expect(lit(outcome) == [0.5, 1.2])
        #expect(outcome.moves.isEmpty)
        #expect(outcome.summary.outages == 1)
    }
}
