import Interpretation
import ListeningSupport
import Platform
import Playback
import Testing

@testable import Appliance

/// Commands that must be confirmed, with scripted words in the decoders' place, so that every moment is known.
@Suite struct ConfirmationTests {
    /// A box that listens always and hears "pump on" from 1.0 to 1.8 s; 1.2 s of silence later it asks.
    private func run(
        confirm: String = "voice", voice: String = "voice: { say_back: on }", listen: String = "always",
        commands: [ScriptedSearch.Line] = [.words("pump on")], answers: [ScriptedSearch.Line] = [],
        speechAt noises: [Range<Double>] = [], script: String = "", length: Double = 14,
        loudspeaker: (any Loudspeaker)? = nil
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            \(voice)
            lights: { recording: GPIO17, ready: GPIO6 }
            buttons:
              talk: { line: GPIO27, mode: once, cancel_after: 1s }
              mute: GPIO5
            outputs: { pump: { line: GPIO23 }, valve: { line: GPIO24 } }
            commands:
              pump:
                say: "pump on"
                do: [{ output: valve, set: on }, { output: pump, set: on }]
                confirm: \(confirm)
              lamp: { say: "lamp on", do: { output: valve, set: on } }
            """,
            commands: commands, answers: answers, speechAt: [1.0..<1.8] + noises, script: script,
            length: length, loudspeaker: loudspeaker)
    }

    /// How long the question sounds: flite's "pump on?".
    private static let sayBack = try! VoiceClip.speech("pump on?").duration

    @Test("A yes within the window moves the outputs, both of them")
    func yes() throws {
        let outcome = try run(answers: [.words("yes please")], speechAt: [6.0..<6.6])
        #expect(outcome.outcomes == [.asked, .yes])
        #expect(outcome.moves == ["valve on", "pump on"])
        #expect(
            outcome.states == [
                .starting, .listening, .recording, .deciding, .speaking, .confirming, .recording, .deciding,
                .listening,
            ])
    }

    @Test("A no, a decoder that fails and the end of the window each move nothing, and say so")
    func refusals() throws {
        let no = try run(answers: [.words("no thanks")], speechAt: [6.0..<6.6])
        #expect(no.outcomes == [.asked, .no])
        let failure = try run(answers: [.failure], speechAt: [6.0..<6.6])
        #expect(failure.outcomes == [.asked, .withdrawn])
        let silence = try run()
        #expect(silence.outcomes == [.asked, .timedOut])
        for outcome in [no, failure, silence] {
            #expect(outcome.moves.isEmpty)
            let reasons = outcome.events.compactMap { event in
                if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
            }
            #expect(reasons == [.unconfirmed])
        }
    }

    @Test("The answer's first frame is one that was captured after the last sample had been played")
    func gate() throws {
        // Somebody talks from before the question until long after it.
        let outcome = try run(answers: [.words("yes")], speechAt: [3.1..<8.0])
        let asked = try #require(outcome.time(of: .asked))
        let opened = try #require(outcome.time(of: .confirming))
        #expect(opened >= asked + Self.sayBack + PromptPlayer.echo)
        let first = try #require(outcome.answers.frames.map(\.lowerBound).min())
        #expect(Duration.frames(first, at: 16_000) >= opened)
        #expect(outcome.answers.utterances == 1)
    }

    @Test("Without a voice the window opens at once, and what was said before it is no part of the answer")
    func silentGate() throws {
        let outcome = try run(
            voice: "", answers: [.words("yes")], speechAt: [3.05..<3.6])
        let opened = try #require(outcome.time(of: .confirming))
        #expect(opened == outcome.time(of: .asked))
        let first = try #require(outcome.answers.frames.map(\.lowerBound).min())
        #expect(Duration.frames(first, at: 16_000) >= opened)
        #expect(outcome.outcomes == [.asked, .yes])
    }

    @Test("What is no answer takes the question back, and a yes after it moves nothing")
    func chatter() throws {
        let outcome = try run(
            commands: [.words("pump on"), .unlikely("lamp on"), .words("yes")], answers: [.unlikely("yes")],
            speechAt: [5.5..<6.0, 8.0..<8.5])
        #expect(outcome.outcomes == [.asked, .withdrawn])
        #expect(outcome.moves.isEmpty)
        let reasons = outcome.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
        }
        #expect(reasons.prefix(2) == [.unlikely, .unconfirmed])
    }

    @Test("What switches on is not done for being said instead of an answer")
    func otherCommand() throws {
        let outcome = try run(
            commands: [.words("pump on"), .words("lamp on")], answers: [.unlikely("no")],
            speechAt: [5.5..<6.0])
        #expect(outcome.outcomes == [.asked, .withdrawn])
        #expect(outcome.moves.isEmpty)
    }

    @Test("What only switches off is done while a question waits, and takes it back")
    func off() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17 }
            outputs: { pump: { line: GPIO23 }, fan: { line: GPIO24, initial: on } }
            commands:
              pump: { say: "pump on", do: { output: pump, set: on }, confirm: voice }
              fan: { say: "stop the fan", do: { output: fan, set: off } }
            """,
            commands: [.words("pump on"), .words("stop the fan")], answers: [.unlikely("stop")],
            speechAt: [1.0..<1.8, 4.5..<5.1], length: 8)
        #expect(outcome.outcomes == [.asked, .withdrawn])
        #expect(outcome.moves == ["fan off"])
        #expect(outcome.states.last == .listening)
        let said = outcome.events.compactMap { event in
            if case .final(let transcript) = event.kind { transcript.text } else { nil }
        }
        #expect(said == ["pump on", "stop", "stop the fan"])
    }

    @Test("A no that is a command besides, which only switches off, is both", arguments: [true, false])
    func stop(switchesOff: Bool) throws {
        let (before, after) = switchesOff ? ("on", "off") : ("off", "on")
        let outcome = try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17 }
            outputs: { pump: { line: GPIO23 }, fan: { line: GPIO24, initial: \(before) } }
            commands:
              pump: { say: "pump on", do: { output: pump, set: on }, confirm: voice }
              stop: { say: "stop", do: { output: fan, set: \(after) } }
            """,
            commands: [.words("pump on")], answers: [.words("stop")], speechAt: [1.0..<1.8, 4.5..<5.1],
            length: 8)
        #expect(outcome.outcomes == [.asked, .no])
        #expect(outcome.moves == (switchesOff ? ["fan off"] : []))
        #expect(outcome.states.last == .listening)
    }

    @Test("A yes after a noise, and one that ends after the window, still count")
    func lateYes() throws {
        let second = try run(answers: [.words(""), .words("yes")], speechAt: [5.5..<6.0, 7.0..<7.5])
        #expect(second.outcomes == [.asked, .yes])
        let opened = try #require(second.time(of: .confirming)).seconds
        let last = try run(answers: [.words("yes")], speechAt: [(opened + 4.7)..<(opened + 5.4)])
        #expect(last.outcomes == [.asked, .yes])
    }

    @Test("A yes from the television, much quieter than the command, is none, and the question stays open")
    func background() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17 }
            outputs: { pump: { line: GPIO23 } }
            commands: { pump: { say: "pump on", do: { output: pump, set: on }, confirm: voice } }
            """,
            commands: [.words("pump on")], answers: [.words("yes"), .words("yes")],
            speechAt: [1.0..<1.8, 6.8..<7.4], radioAt: [4.0..<4.6], length: 10)
        #expect(outcome.outcomes == [.asked, .yes])
        let time = try #require(outcome.time(of: .yes))
        #expect(time > .milliseconds(6800))
        let reasons = outcome.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
        }
        #expect(reasons == [.background])
    }

    @Test("Mute, an unplugged microphone and the end withdraw the question, whether it is spoken or waits")
    func withdrawn() throws {
        for time in ["3.30", "6.00"] {
            for event in ["press mute", "unplug"] {
                let outcome = try run(
                    answers: [.words("yes")], speechAt: [7.0..<7.5], script: "\(time) \(event)\n")
                #expect(outcome.outcomes == [.asked, .withdrawn], "\(event) at \(time)")
                #expect(outcome.moves.isEmpty)
            }
        }
    }

    @Test("With the button, a press is the yes; the voice is not heard")
    func button() throws {
        let outcome = try run(
            confirm: "button", answers: [.words("yes")], speechAt: [6.0..<6.5], script: "8.00 press talk\n")
        #expect(outcome.outcomes == [.asked, .yes])
        // As long as no spike on the wire is, and the block of sound in which that is over.
        let time = try #require(outcome.time(of: .yes))
        #expect((Duration.milliseconds(8030)...(.milliseconds(8060))).contains(time), "\(time)")
        #expect(outcome.answers.utterances == 0)
    }

    @Test("A spike on the button's wire is no yes", arguments: ["8.0001", "8.02"])
    func spike(end: String) throws {
        let outcome = try run(
            confirm: "button", answers: [], speechAt: [], script: "8.00 press talk\n\(end) release talk\n")
        #expect(outcome.outcomes == [.asked, .timedOut])
        #expect(outcome.moves.isEmpty)
    }

    @Test("A press that comes too soon after the question to be meant for it is no answer")
    func pressAtOnce() throws {
        // The time limit ends the utterance and asks just before somebody presses to stop.
        let presses = "0.50 press talk\n0.60 release talk\n2.60 press talk\n2.70 release talk\n"
        func outcomes(_ script: String) throws -> [ApplianceEvent.ConfirmOutcome] {
            try ApplianceHarness.play(
                """
                listen: button
                limits: { longest: 2s }
                lights: { recording: GPIO17, ready: GPIO6 }
                buttons: { talk: { line: GPIO27, mode: toggle } }
                outputs: { pump: { line: GPIO23 } }
                commands: { pump: { say: "pump on", do: { output: pump, set: on }, confirm: button } }
                """,
                commands: [.words("pump on")], speechAt: [1.0..<1.6], script: script, length: 14
            ).outcomes
        }
        #expect(try outcomes(presses) == [.asked, .timedOut])
        #expect(try outcomes(presses + "3.20 press talk\n3.30 release talk\n") == [.asked, .yes])
    }

    @Test("With the voice, a press is no yes, and a long one is a no")
    func pressWithVoice() throws {
        let short = try run(script: "6.00 press talk\n6.20 release talk\n")
        #expect(short.outcomes == [.asked, .timedOut])
        let long = try run(script: "6.00 press talk\n7.50 release talk\n")
        #expect(long.outcomes == [.asked, .no])
        #expect(long.time(of: .no) == .seconds(7))
    }

    @Test(
        "A press while the question is spoken cuts it short, and is no answer",
        arguments: ["voice", "button"])
    func cutShort(confirm: String) throws {
        let outcome = try run(confirm: confirm, script: "3.30 press talk\n3.50 release talk\n")
        #expect(outcome.time(of: .confirming) == .milliseconds(3300) + PromptPlayer.echo)
        #expect(outcome.outcomes == [.asked, .timedOut])
    }

    @Test("Once the question is answered, commands are heard again")
    func nextCommand() throws {
        let outcome = try run(
            commands: [.words("pump on"), .words("lamp on")], answers: [.words("no")],
            speechAt: [6.0..<6.5, 9.0..<9.8])
        #expect(outcome.outcomes == [.asked, .no])
        #expect(outcome.moves == ["valve on"])
    }

    @Test("A device that cannot play is told of once; the light asks, and the answer is heard")
    func brokenLoudspeaker() throws {
        let outcome = try run(
            commands: [.words("pump on"), .words("pump on")], answers: [.words("no"), .words("yes")],
            speechAt: [4.0..<4.5, 7.0..<7.8, 10.0..<10.5], loudspeaker: MuteLoudspeaker())
        #expect(outcome.outcomes == [.asked, .no, .asked, .yes])
        #expect(outcome.warnings.count == 1)
        #expect(outcome.warnings.first?.contains("'aplay -L'") == true)
    }

    @Test("A device that never comes to an end does not deafen the appliance for ever")
    func endlessLoudspeaker() throws {
        let outcome = try run(
            answers: [.words("yes")], speechAt: [25.0..<25.5], length: 30, loudspeaker: EndlessLoudspeaker())
        #expect(outcome.outcomes == [.asked, .yes])
        #expect(outcome.warnings.first?.contains("does not come to an end") == true)
    }

    @Test("With tones, sound is kept after the tone, and the light is lit with the first frame")
    func tones() throws {
        let outcome = try run(
            voice: "voice: { tones: on }", listen: "button", commands: [.words("lamp on")],
            script: "0.50 press talk\n0.60 release talk\n")
        #expect(
            outcome.states == [.starting, .idle, .speaking, .recording, .deciding, .speaking, .idle])
        let tone = try #require(Prompt.start.tone?.duration)
        let began = try #require(outcome.time(of: .recording))
        #expect(began >= .milliseconds(500) + tone + PromptPlayer.echo)
        let lit = outcome.events.first { event in
            if case .led("recording", true, _) = event.kind { true } else { false }
        }
        #expect(lit?.time == began)
        #expect(outcome.moves == ["valve on"])
    }
}

/// Cannot be opened.
private final class MuteLoudspeaker: Loudspeaker {
    private var isTold = false

    func play(_ prompt: Prompt, at now: Duration) {}
    func silence(at now: Duration) {}
    func isPlaying(at now: Duration) -> Bool { false }
    var end: Duration? { nil }

    func takeFailure() -> PlaybackError? {
        defer { isTold = true }
        return isTold ? nil : .device(name: "default", reason: "No such file or directory")
    }
}

/// Hangs.
private final class EndlessLoudspeaker: Loudspeaker {
    func play(_ prompt: Prompt, at now: Duration) {}
    func silence(at now: Duration) {}
    func isPlaying(at now: Duration) -> Bool { true }
    var end: Duration? { nil }
    func takeFailure() -> PlaybackError? { nil }
}
