import Testing

@testable import GPIO

/// Milliseconds, for timelines that read as tables.
private func ms(_ count: Int) -> Duration { .milliseconds(count) }

/// A recognizer that does what it is told: recording begins and ends with the intents.
private struct Desk {
    var button: TalkButton
    var context = TalkButton.Context.ready
    var intents: [ButtonIntent] = []

    init(_ mode: ButtonMode, _ context: TalkButton.Context = .ready, echo: Duration = TalkButton.echo) {
        button = TalkButton(mode, echo: echo)
        self.context = context
    }

    mutating func handle(_ kind: ButtonEvent.Kind, at time: Int) {
        follow(button.handle(ButtonEvent(kind, at: ms(time)), while: context))
    }

    mutating func handle(_ events: (ButtonEvent.Kind, at: Int)...) {
        for (kind, time) in events { handle(kind, at: time) }
    }

    mutating func advance(to time: Int) {
        follow(button.advance(to: ms(time), while: context))
    }

    private mutating func follow(_ new: [ButtonIntent]) {
        intents += new
        for intent in new {
            switch intent {
            case .start: context = .recording
            case .stop, .cancel: context = .ready
            case .muted, .ignored: break
            }
        }
    }
}

@Suite struct TalkButtonTests {
    @Test("Hold: it records while the button is pressed")
    func hold() {
        var desk = Desk(.hold)
        desk.handle((.pressed, at: 100), (.released, at: 1500), (.pressed, at: 2000), (.released, at: 3000))
        #expect(
            desk.intents == [
                .start(at: ms(100)), .stop(at: ms(1500)), .start(at: ms(2000)), .stop(at: ms(3000)),
            ])
        #expect(desk.button.nextDeadline == nil)
    }

    @Test("Toggle: a press starts at once; the next stops, dated to the press although told at its release")
    func toggle() {
        var desk = Desk(.toggle)
        desk.handle(.pressed, at: 100)
        #expect(desk.intents == [.start(at: ms(100))])
        desk.handle((.released, at: 300), (.pressed, at: 2000))
        #expect(desk.intents.count == 1)
        desk.handle(.released, at: 2200)
        #expect(desk.intents == [.start(at: ms(100)), .stop(at: ms(2000))])
    }

    @Test("Once: a press starts, a second short press means nothing, and says so")
    func once() {
        var desk = Desk(.once)
        desk.handle((.pressed, at: 100), (.released, at: 300), (.pressed, at: 1000), (.released, at: 1100))
        #expect(desk.intents == [.start(at: ms(100)), .ignored(.alreadyRecording, at: ms(1000))])
    }

    @Test(
        "A long press cancels: the recording it began or one that runs",
        arguments: [ButtonMode.toggle, .once])
    func longPress(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle((.pressed, at: 100), (.held, at: 1600), (.released, at: 2000))
        #expect(desk.intents == [.start(at: ms(100)), .cancel(at: ms(1600))])
        desk.handle(
            (.pressed, at: 5000), (.released, at: 5100), (.pressed, at: 6000), (.held, at: 7500),
            (.released, at: 8000))
        #expect(desk.intents.last == .cancel(at: ms(7500)))
        #expect(desk.context == .ready)
    }

    @Test(
        "A press that has done its work by being made neither ends nor cancels anything",
        arguments: [ButtonMode.hold, .toggle, .once])
    func spent(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle(.pressed, at: 100)
        desk.button.spend()
        desk.handle((.held, at: 1600), (.released, at: 2000))
        #expect(desk.intents == [.start(at: ms(100))])
    }

    @Test("Hold with a time to cancel: holding for that long cancels, and the release is then silent")
    func holdCancels() {
        var desk = Desk(.hold)
        desk.handle((.pressed, at: 100), (.held, at: 1600), (.released, at: 2000))
        #expect(desk.intents == [.start(at: ms(100)), .cancel(at: ms(1600))])
    }

    @Test(
        "A press during start-up is ignored for good, also when the recognizer becomes ready",
        arguments: ButtonMode.allCases)
    func duringStartUp(mode: ButtonMode) {
        var desk = Desk(mode, .notReady)
        desk.handle(.pressed, at: 100)
        desk.context = .ready
        desk.handle((.held, at: 1600), (.released, at: 2000))
        #expect(desk.intents == [.ignored(.notReady, at: ms(100))])
        desk.handle(.pressed, at: 3000)
        #expect(desk.intents.last == .start(at: ms(3000)))
    }

    @Test(
        "A press that was ignored cancels nothing that began later, however long it lasts",
        arguments: ButtonMode.allCases)
    func ignoredHold(mode: ButtonMode) {
        var desk = Desk(mode, .notReady)
        desk.handle(.pressed, at: 100)
        // A wake phrase was said meanwhile.
        desk.context = .recording
        desk.handle((.held, at: 1600), (.stuck, at: 60_100))
        #expect(desk.intents == [.ignored(.notReady, at: ms(100)), .ignored(.stuck, at: ms(60_100))])
    }

    @Test(
        "A long press that asked for the next utterance while one is decided cancels both",
        arguments: ButtonMode.allCases)
    func longWhileDeciding(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle(.pressed, at: 100)
        // The last utterance is still decided: nothing is recorded yet.
        desk.context = .deciding
        desk.handle((.held, at: 1600), (.released, at: 1700))
        #expect(desk.intents == [.start(at: ms(100)), .cancel(at: ms(1600))])
    }

    @Test("A press cancels once, and not what is begun after it", arguments: ButtonMode.allCases)
    func cancelsOnce(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle((.pressed, at: 100), (.held, at: 1600))
        desk.context = .recording
        desk.handle((.stuck, at: 60_100), (.released, at: 61_000))
        #expect(
            desk.intents == [.start(at: ms(100)), .cancel(at: ms(1600)), .ignored(.stuck, at: ms(60_100))])
    }

    @Test("Two presses within 20 ms are one: with hold the recording goes on")
    func echoHold() {
        var desk = Desk(.hold)
        desk.handle((.pressed, at: 100), (.released, at: 108))
        #expect(desk.button.nextDeadline == ms(120))
        desk.handle(.pressed, at: 115)
        desk.advance(to: 120)
        desk.handle(.released, at: 1500)
        #expect(desk.intents == [.start(at: ms(100)), .ignored(.echo, at: ms(115)), .stop(at: ms(1500))])
    }

    @Test(
        "Two presses within 20 ms are one: with toggle the recording is not stopped",
        arguments: [ButtonMode.toggle, .once])
    func echoToggle(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle((.pressed, at: 100), (.released, at: 108), (.pressed, at: 115), (.released, at: 300))
        #expect(desk.intents == [.start(at: ms(100)), .ignored(.echo, at: ms(115))])
        #expect(desk.context == .recording)
    }

    @Test(
        "Where no contact can bounce, presses in one moment are as many as they are",
        arguments: [ButtonMode.hold, .toggle])
    func noEcho(mode: ButtonMode) {
        var desk = Desk(mode, echo: .zero)
        desk.handle((.pressed, at: 100), (.released, at: 100), (.pressed, at: 100), (.released, at: 100))
        let stops = desk.intents.count { if case .stop = $0 { true } else { false } }
        #expect(stops == (mode == .hold ? 2 : 1) && desk.context == .ready)
        #expect(desk.button.nextDeadline == nil)
    }

    @Test("An echo of a press that is then held still cancels")
    func echoThenLong() {
        var desk = Desk(.toggle)
        desk.handle((.pressed, at: 100), (.released, at: 108), (.pressed, at: 115), (.held, at: 1615))
        #expect(desk.intents.last == .cancel(at: ms(1615)))
    }

    @Test("A very short hold ends 20 ms after it began, dated to its release")
    func shortHold() {
        var desk = Desk(.hold)
        desk.handle((.pressed, at: 100), (.released, at: 103))
        desk.advance(to: 119)
        #expect(desk.intents == [.start(at: ms(100))])
        desk.advance(to: 120)
        #expect(desk.intents == [.start(at: ms(100)), .stop(at: ms(103))])
        // Read late, the stop still comes before the next press starts anew.
        desk.handle((.pressed, at: 1000), (.released, at: 1005), (.pressed, at: 2000))
        #expect(desk.intents.suffix(3) == [.start(at: ms(1000)), .stop(at: ms(1005)), .start(at: ms(2000))])
    }

    @Test(
        "A stuck button cancels, says so, and counts again after its release", arguments: ButtonMode.allCases)
    func stuck(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle((.pressed, at: 100), (.stuck, at: 60_100))
        #expect(
            desk.intents == [.start(at: ms(100)), .cancel(at: ms(60_100)), .ignored(.stuck, at: ms(60_100))])
        desk.handle((.released, at: 90_000), (.pressed, at: 91_000))
        #expect(desk.intents.suffix(1) == [.start(at: ms(91_000))])
    }

    @Test(
        "When a limit ended the recording, the release and a stuck button end nothing",
        arguments: ButtonMode.allCases)
    func limit(mode: ButtonMode) {
        var desk = Desk(mode)
        desk.handle(.pressed, at: 100)
        desk.context = .ready
        desk.handle((.stuck, at: 60_100), (.released, at: 70_000))
        #expect(desk.intents == [.start(at: ms(100)), .ignored(.stuck, at: ms(60_100))])
    }

    @Test("Hold takes over a recording that a wake phrase began")
    func takesOver() {
        var desk = Desk(.hold, .recording)
        desk.handle((.pressed, at: 100), (.released, at: 1000))
        #expect(desk.intents == [.stop(at: ms(1000))])
    }
}

@Suite struct MuteSwitchTests {
    @Test("A switch mutes while it is closed, from the start if it is closed then")
    func level() {
        var mute = MuteSwitch(.hold, isClosed: true)
        #expect(mute.isMuted)
        #expect(mute.handle(ButtonEvent(.released, at: ms(100))) == .muted(false, at: ms(100)))
        #expect(mute.handle(ButtonEvent(.pressed, at: ms(200))) == .muted(true, at: ms(200)))
        #expect(mute.handle(ButtonEvent(.stuck, at: ms(60_200))) == nil)
        #expect(mute.isMuted)
    }

    @Test("A push-button changes over with every press, and being down at the start is no press")
    func pushButton() {
        var mute = MuteSwitch(.toggle, isClosed: true)
        #expect(!mute.isMuted)
        #expect(mute.handle(ButtonEvent(.released, at: ms(50))) == nil)
        #expect(mute.handle(ButtonEvent(.pressed, at: ms(100))) == .muted(true, at: ms(100)))
        #expect(mute.handle(ButtonEvent(.released, at: ms(200))) == nil)
        #expect(mute.handle(ButtonEvent(.pressed, at: ms(300))) == .muted(false, at: ms(300)))
    }

    @Test("A push-button goes on as presses of before left it; a switch counts by its contact alone")
    func before() {
        var button = MuteSwitch(.toggle, isClosed: false, wasMuted: true)
        #expect(button.isMuted && button.isMutedByPress)
        #expect(button.handle(ButtonEvent(.pressed, at: ms(100))) == .muted(false, at: ms(100)))
        let lever = MuteSwitch(.hold, isClosed: false, wasMuted: true)
        #expect(!lever.isMuted)
        let closed = MuteSwitch(.hold, isClosed: true)
        #expect(closed.isMuted && !closed.isMutedByPress)
    }
}
