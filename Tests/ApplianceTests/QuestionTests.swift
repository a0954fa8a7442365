import Testing

@testable import Appliance

/// The state machine's way from a command that was understood to the one that is done.
@Suite struct QuestionTests {
    /// A machine that has heard a command and been told to ask.
    private func asked(_ text: String?, hasTones: Bool = false) -> (
        ApplianceStateMachine, [ApplianceStateMachine.Action]
    ) {
        var machine = ApplianceStateMachine(listen: .button, hasTones: hasTones)
        for input in [ApplianceStateMachine.Input.started, .start] { _ = machine.handle(input) }
        if hasTones { _ = machine.handle(.quiet) }
        _ = machine.handle(.stop)
        let actions = machine.handle(.decided(.question(text)))
        return (machine, actions)
    }

    @Test("The question is spoken first, and can be answered once it has died away")
    func spoken() {
        var (machine, actions) = asked("pump on?")
        #expect(machine.state == .speaking)
        #expect(actions == [.play(.question("pump on?"))])
        #expect(machine.handle(.speech) == [], "its own voice is no answer")
        #expect(machine.handle(.quiet) == [.await])
        #expect(machine.state == .confirming)
    }

    @Test("Without a voice it can be answered at once, and with tones a tone asks")
    func silent() {
        let (quiet, actions) = asked(nil)
        #expect(quiet.state == .confirming)
        #expect(actions == [.await])
        let (beeping, beeps) = asked(nil, hasTones: true)
        #expect(beeping.state == .speaking)
        #expect(beeps == [.play(.question(nil))])
    }

    @Test("The answer is recorded and judged as an utterance is, and ends the question")
    func answer() {
        var (machine, _) = asked(nil)
        #expect(machine.handle(.speech) == [.begin])
        #expect(machine.state == .recording && machine.hasQuestion)
        #expect(machine.handle(.stop) == [.end])
        #expect(machine.handle(.answered(true)) == [])
        #expect(machine.state == .idle && !machine.hasQuestion)
    }

    @Test("What is neither yes nor no leaves the question open")
    func unclear() {
        for verdict in [ApplianceStateMachine.Verdict.refused, .nothing] {
            var (machine, _) = asked(nil)
            for input in [ApplianceStateMachine.Input.speech, .stop] { _ = machine.handle(input) }
            #expect(machine.handle(.decided(verdict)) == [.await])
            #expect(machine.state == .confirming && machine.hasQuestion)
        }
    }

    @Test("Mute, a lost microphone and a fault withdraw it, while it is spoken, waits, is answered or judged")
    func obstacles() {
        let ways: [([ApplianceStateMachine.Input], ApplianceStateMachine.Action?)] = [
            ([], .silence), ([.quiet], nil), ([.quiet, .speech], .discard),
            ([.quiet, .speech, .stop], .discard),
        ]
        for obstacle in [ApplianceStateMachine.Input.muted(true), .microphone(present: false), .failed] {
            for (way, first) in ways {
                var (machine, _) = asked("pump on?")
                for input in way { _ = machine.handle(input) }
                #expect(machine.handle(obstacle) == [first, .withdraw].compactMap { $0 })
                #expect(!machine.hasQuestion)
                #expect(machine.handle(.answered(true)) == [], "what was withdrawn cannot be answered")
            }
        }
    }

    @Test("A cancel withdraws it wherever it is, and the appliance rests")
    func cancel() {
        for way in [[], [.quiet], [.quiet, .speech], [.quiet, .speech, .stop]]
            as [[ApplianceStateMachine.Input]]
        {
            var (machine, _) = asked("pump on?")
            for input in way { _ = machine.handle(input) }
            #expect(machine.handle(.cancel).contains(.withdraw))
            _ = machine.handle(.quiet)
            #expect(machine.state == .idle)
        }
    }

    @Test("A press while it is spoken cuts it short")
    func cutShort() {
        var (machine, _) = asked("pump on?")
        #expect(machine.handle(.start) == [.silence])
        #expect(machine.state == .speaking, "the loudspeaker has some of it yet")
        #expect(machine.handle(.quiet) == [.await])
        #expect(machine.handle(.start) == [], "a press is no answer by itself")
    }

    @Test("With tones, nothing is kept before the one that says so has died away")
    func startTone() {
        var machine = ApplianceStateMachine(listen: .button, hasTones: true)
        _ = machine.handle(.started)
        #expect(machine.handle(.start) == [.play(.start)])
        #expect(machine.state == .speaking && machine.isAboutToRecord)
        #expect(machine.handle(.quiet) == [.begin])
        #expect(machine.state == .recording)
    }

    @Test("What is being said already is not beeped at: not before it, nor after what it interrupts")
    func atOnce() {
        var machine = ApplianceStateMachine(listen: .wake, hasTones: true)
        _ = machine.handle(.started)
        #expect(machine.handle(.startAtOnce) == [.begin])
        #expect(machine.handle(.startAtOnce) == [.end])
        #expect(machine.handle(.decided(.refused)) == [.begin])
        #expect(machine.state == .recording)
    }

    @Test("A button that is let go during the tone keeps nothing")
    func letGo() {
        var machine = ApplianceStateMachine(listen: .button, hasTones: true)
        for input in [ApplianceStateMachine.Input.started, .start] { _ = machine.handle(input) }
        #expect(machine.handle(.stop) == [.silence])
        #expect(machine.handle(.quiet) == [])
        #expect(machine.state == .idle)
    }

    @Test("Speech that begins an utterance is not beeped at: it would be drowned")
    func speechNeedsNoTone() {
        var machine = ApplianceStateMachine(listen: .always, hasTones: true)
        _ = machine.handle(.started)
        #expect(machine.handle(.speech) == [.begin])
    }

    @Test("A press during the tone of a verdict goes on to the next utterance at once")
    func pressDuringVerdict() {
        var machine = ApplianceStateMachine(listen: .button, hasTones: true)
        for input in [ApplianceStateMachine.Input.started, .start, .quiet, .stop] {
            _ = machine.handle(input)
        }
        #expect(machine.handle(.decided(.accepted)) == [.play(.accepted)])
        #expect(machine.handle(.start) == [.silence])
        #expect(machine.handle(.quiet) == [.play(.start)])
        #expect(machine.isAboutToRecord)
        _ = machine.handle(.stop)
        #expect(machine.handle(.quiet) == [], "unless it is let go")
        #expect(machine.state == .idle)
    }

    @Test("A mute switch that is flipped on and off while it speaks does not make it hear itself")
    func muteWhileSpeaking() {
        var (machine, _) = asked("pump on?")
        #expect(machine.handle(.muted(true)) == [.silence, .withdraw])
        #expect(machine.handle(.muted(false)) == [])
        #expect(machine.state == .speaking)
        #expect(machine.handle(.start) == [.silence])
        #expect(machine.handle(.quiet) == [.begin])
    }
}
