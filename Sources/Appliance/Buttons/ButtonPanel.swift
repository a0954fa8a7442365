import GPIO
import Platform

/// The talk button and the mute switch, as what they mean. Owned by one thread.
///
/// A talk button that is gone cannot end its recording, so that is cancelled; a mute switch that is gone cannot mute, so it counts as
/// muting.
final class ButtonPanel {
    enum Event {
        /// A contact moved, at this time of the kernel's clock if it told; for the record.
        case moved(ButtonName, isPressed: Bool, kernelTime: Duration? = nil)
        case intent(ButtonIntent)
        /// A button cannot be read; the message says what to do.
        case failed(String)
    }

    private var talk: WatchedButton<TalkButton>?
    private var mute: WatchedButton<MuteSwitch>?

    /// What presses the buttons of a board in memory.
    private var simulation: SimulatedBoard?

    /// The talk button as it is pressed from elsewhere than its contact.
    private var remote: TalkButton?

    /// Takes the lines.
    ///
    /// - Parameters:
    ///   - longest: how long somebody may speak.
    ///   - simulation: presses the buttons of a simulated board.
    init(
        _ options: [ButtonName: ButtonOptions], speakingUpTo longest: Duration = .zero, on pinout: Pinout,
        pressedBy simulation: SimulatedBoard? = nil
    ) throws(GPIOError) {
        self.simulation = simulation
        if let options = options[.talk] {
            let button = try Self.open(.talk, options, speakingUpTo: longest, on: pinout, at: .zero)
            talk = WatchedButton(button, TalkButton(options.mode))
        }
        if let options = options[.mute] {
            let button = try Self.open(.mute, options, speakingUpTo: longest, on: pinout, at: .zero)
            mute = WatchedButton(button, MuteSwitch(options.mode, isClosed: button.isPressed))
        }
    }

    /// Takes a button's line, as that button is read: a talk button that is down for longer than somebody may speak is stuck.
    static func open(
        _ name: ButtonName, _ options: ButtonOptions, speakingUpTo longest: Duration, on pinout: Pinout,
        at now: Duration
    ) throws(GPIOError) -> Button {
        let reading = Self.reading(name, speakingUpTo: longest)
        return try options.open(
            on: pinout, stuckAfter: reading.stuckAfter, waitsForStillness: reading.waitsForStillness, at: now)
    }

    /// A button whose line is that of the one before.
    ///
    /// - Returns: nil where it takes another line.
    func reread(
        _ name: ButtonName, _ options: ButtonOptions, insteadOf old: ButtonOptions?,
        speakingUpTo longest: Duration, at now: Duration
    ) throws(GPIOError) -> Button? {
        let button: Button? =
            switch name {
            case .talk: talk?.button
            case .mute: mute?.button
            }
        guard let button, let old, options.hasSameLine(as: old) else { return nil }
        let reading = Self.reading(name, speakingUpTo: longest)
        return try options.read(
            button.line, stuckAfter: reading.stuckAfter, waitsForStillness: reading.waitsForStillness,
            at: now)
    }

    /// How the line of a button is read; see ``ButtonOptions/open(on:stuckAfter:waitsForStillness:at:consumer:)``.
    private static func reading(
        _ name: ButtonName, speakingUpTo longest: Duration
    ) -> (stuckAfter: Duration?, waitsForStillness: Bool) {
        switch name {
        case .talk: (stuckAfter: stuckAfter(speakingUpTo: longest), waitsForStillness: false)
        case .mute: (stuckAfter: nil, waitsForStillness: true)
        }
    }

    private static func stuckAfter(speakingUpTo longest: Duration) -> Duration {
        max(.seconds(60), longest + .seconds(5))
    }

    /// Goes on with the buttons of `options`, of which those of `opened` are new; the lines of the others are let go.
    ///
    /// - Parameter longest: how long somebody may speak from now on.
    func adopt(
        _ options: [ButtonName: ButtonOptions], _ opened: [ButtonName: Button],
        speakingUpTo longest: Duration, on pinout: Pinout
    ) {
        if options[.talk] == nil || opened[.talk] != nil {
            talk?.letGo(unlessLineOf: opened[.talk])
            talk = nil
            remote = nil
        }
        if let options = options[.talk], let button = opened[.talk] {
            talk = WatchedButton(button, TalkButton(options.mode))
        }
        talk?.button.countAsStuck(after: Self.stuckAfter(speakingUpTo: longest))
        // Who asked for silence by a press has not taken that back.
        let wasMuted = isMutedByPress
        if options[.mute] == nil || opened[.mute] != nil {
            mute?.letGo(unlessLineOf: opened[.mute])
            mute = nil
        }
        if let options = options[.mute], let button = opened[.mute] {
            mute = WatchedButton(
                button, MuteSwitch(options.mode, isClosed: button.isPressed, wasMuted: wasMuted))
        }
        simulation?.lines = BoardDevices.simulatedLines(of: options, on: pinout)
        simulation?.isTalkHeld = options[.talk]?.mode == .hold
    }

    /// Whether the mute switch is on.
    var isMuted: Bool { mute?.meaning.isMuted ?? false }

    /// Whether it is on by a press, of which its contact tells nothing.
    var isMutedByPress: Bool { mute?.meaning.isMutedByPress ?? false }

    /// Goes on as if its button had been pressed before the start.
    ///
    /// - Returns: Whether it mutes by that: a switch mutes by its contact alone.
    func muteByPress() -> Bool {
        guard let mute else { return false }
        self.mute?.meaning = MuteSwitch(mute.meaning.mode, isClosed: mute.button.isPressed, wasMuted: true)
        return isMutedByPress
    }

    /// Whether somebody holds the talk button itself, and means something by it.
    var isTalkHeld: Bool { talk?.meaning.isHeld ?? false }

    /// Readable when an edge waits, or is about to be made.
    var descriptors: [Int32] {
        [talk?.descriptor, mute?.descriptor].compactMap { $0 } + (simulation?.descriptors ?? [])
    }

    /// When a contact will move by itself, which those of a real board never do, or is known to have moved.
    var nextPress: Duration? { [simulation?.nextDeadline, talk?.nextPress, mute?.nextPress].earliest }

    /// When `advance` has something to do although no descriptor is readable.
    var nextDeadline: Duration? {
        [
            simulation?.nextDeadline, talk?.nextDeadline, talk?.meaning.nextDeadline, mute?.nextDeadline,
            remote?.nextDeadline,
        ].earliest
    }

    /// The press of the talk button that is under way has done its work by being made.
    func spendPress() {
        talk?.meaning.spend()
        remote?.spend()
    }

    /// Reports what has happened up to now.
    ///
    /// - Parameters:
    ///   - now: This moment on the capture clock.
    ///   - newest: The same where sound waits to be heard and `now` is behind, by which edges are dated; nil where none does. What a
    ///     button did after `now` is reported when the sound has come to it.
    ///   - context: Asked before each event, since the event before may have changed it.
    ///   - report: Is given each event, in order.
    func advance(
        to now: Duration, newest: Duration? = nil, context: () -> TalkButton.Context,
        _ report: (Event) -> Void
    ) {
        let newest = newest ?? now
        simulation?.advance(to: now)
        advanceTalk(to: now, newest: newest, context, report)
        for intent in talk?.meaning.advance(to: now, while: context()) ?? [] { report(.intent(intent)) }
        for intent in remote?.advance(to: now, while: context()) ?? [] { report(.intent(intent)) }
        advanceMute(to: now, newest: newest, report)
    }

    /// Presses the talk button, or lets go of it, as a finger would; its contact stays as it is. Without a talk button
    /// nothing happens.
    ///
    /// - Parameters: as of `advance`.
    func move(
        isPressed: Bool, at now: Duration, context: () -> TalkButton.Context, _ report: (Event) -> Void
    ) {
        guard let mode = talk?.meaning.mode else { return }
        // A program means each of its presses, however soon the next one comes.
        var remote = self.remote ?? TalkButton(mode, echo: .zero)
        report(.moved(.talk, isPressed: isPressed))
        let event = ButtonEvent(isPressed ? .pressed : .released, at: now)
        let intents = remote.handle(event, while: context())
        self.remote = remote
        for intent in intents { report(.intent(intent)) }
    }

    private func advanceTalk(
        to now: Duration, newest: Duration, _ context: () -> TalkButton.Context, _ report: (Event) -> Void
    ) {
        do throws(GPIOError) {
            for event in try talk?.read(upTo: now, newest: newest) ?? [] {
                note(event, of: .talk, report)
                for intent in talk?.meaning.handle(event, while: context()) ?? [] { report(.intent(intent)) }
            }
        } catch {
            report(.failed("the talk button: \(error)"))
            if let mode = talk?.meaning.mode { talk?.meaning = TalkButton(mode) }
            if context() == .recording { report(.intent(.cancel(at: now))) }
        }
    }

    private func advanceMute(to now: Duration, newest: Duration, _ report: (Event) -> Void) {
        let wasLost = mute?.retryAt != nil
        do throws(GPIOError) {
            let events = try mute?.read(upTo: now, newest: newest) ?? []
            if wasLost, let mute, mute.retryAt == nil {
                // What was read just before the failure is lost, so that a switch counts by its contact, as at a start.
                if mute.meaning.mode == .hold {
                    self.mute?.meaning = MuteSwitch(.hold, isClosed: mute.button.isPressed)
                }
                report(.intent(.muted(isMuted, at: now)))
            }
            for event in events {
                note(event, of: .mute, report)
                if let intent = mute?.meaning.handle(event) { report(.intent(intent)) }
            }
        } catch {
            report(.failed("the mute button: \(error)"))
            report(.intent(.muted(true, at: now)))
        }
    }

    private func note(_ event: ButtonEvent, of name: ButtonName, _ report: (Event) -> Void) {
        switch event.kind {
        case .pressed: report(.moved(name, isPressed: true, kernelTime: event.kernelTime))
        case .released: report(.moved(name, isPressed: false))
        case .held: break
        case .stuck:
            report(
                .failed(
                    "the \(name.rawValue) button has been down for too long; it counts again when it is released, "
                        + "look whether it is stuck"))
        }
    }
}
