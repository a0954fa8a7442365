import GPIO
import Platform

/// The talk button and the mute switch, as what they mean. Owned by one thread.
///
/// A button that cannot be read (its chip was unplugged) is read again once a second; its descriptor, which would be
/// ready for ever, is not waited for meanwhile. A talk button that is gone cannot end its recording, so that is
/// cancelled; a mute switch that is gone cannot mute, so it counts as muting.
final class ButtonPanel {
    enum Event {
        /// A contact moved, at this time of the kernel's clock if it told; for the record.
        case moved(ButtonName, isPressed: Bool, kernelTime: Duration? = nil)
        case intent(ButtonIntent)
        /// A button cannot be read; the message says what to do.
        case failed(String)
    }

    private var talk: (button: Button, meaning: TalkButton)?
    private var mute: (button: Button, meaning: MuteSwitch)?
    /// Buttons that could not be read, and when to read them again.
    private var retries: [ButtonName: Duration] = [:]
    /// What buttons did later than the sound that is being heard.
    private var early: [ButtonName: [ButtonEvent]] = [:]

    /// What presses the buttons of a board in memory.
    private var simulation: SimulatedBoard?

    /// The talk button as it is pressed from elsewhere than its contact.
    private var remote: TalkButton?

    private static let retryAfter = Duration.seconds(1)

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
            talk = (button, TalkButton(options.mode))
        }
        if let options = options[.mute] {
            let button = try Self.open(.mute, options, speakingUpTo: longest, on: pinout, at: .zero)
            mute = (button, MuteSwitch(options.mode, isClosed: button.isPressed))
        }
    }

    /// Takes a button's line, as that button is read: a talk button that is down for longer than somebody may speak is stuck.
    static func open(
        _ name: ButtonName, _ options: ButtonOptions, speakingUpTo longest: Duration, on pinout: Pinout,
        at now: Duration
    ) throws(GPIOError) -> Button {
        switch name {
        case .talk:
            try options.open(on: pinout, stuckAfter: stuckAfter(speakingUpTo: longest), at: now)
        case .mute: try options.open(on: pinout, stuckAfter: nil, waitsForStillness: true, at: now)
        }
    }

    /// A button whose line is that of the one before.
    ///
    /// - Returns: nil where it takes another line.
    func reread(
        _ name: ButtonName, _ options: ButtonOptions, insteadOf old: ButtonOptions?,
        speakingUpTo longest: Duration, at now: Duration
    ) throws(GPIOError) -> Button? {
        guard let old, options.hasSameLine(as: old) else { return nil }
        switch name {
        case .talk:
            return try talk.map { button, _ throws(GPIOError) in
                try options.read(button.line, stuckAfter: Self.stuckAfter(speakingUpTo: longest), at: now)
            }
        case .mute:
            return try mute.map { button, _ throws(GPIOError) in
                try options.read(button.line, stuckAfter: nil, waitsForStillness: true, at: now)
            }
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
            if let line = talk?.button.line, line !== opened[.talk]?.line { line.release() }
            talk = nil
            remote = nil
            retries[.talk] = nil
            early[.talk] = nil
        }
        if let options = options[.talk], let button = opened[.talk] {
            talk = (button, TalkButton(options.mode))
        }
        talk?.button.countAsStuck(after: Self.stuckAfter(speakingUpTo: longest))
        // Who asked for silence by a press has not taken that back.
        let wasMuted = isMutedByPress
        if options[.mute] == nil || opened[.mute] != nil {
            if let line = mute?.button.line, line !== opened[.mute]?.line { line.release() }
            mute = nil
            retries[.mute] = nil
            early[.mute] = nil
        }
        if let options = options[.mute], let button = opened[.mute] {
            mute = (button, MuteSwitch(options.mode, isClosed: button.isPressed, wasMuted: wasMuted))
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
        guard let (button, meaning) = mute else { return false }
        mute = (button, MuteSwitch(meaning.mode, isClosed: button.isPressed, wasMuted: true))
        return isMutedByPress
    }

    /// Whether somebody holds the talk button itself, and means something by it.
    var isTalkHeld: Bool { talk?.meaning.isHeld ?? false }

    /// Readable when an edge waits, or is about to be made.
    var descriptors: [Int32] {
        [
            retries[.talk] == nil ? talk?.button.fileDescriptor : nil,
            retries[.mute] == nil ? mute?.button.fileDescriptor : nil,
        ].compactMap { $0 } + (simulation?.descriptors ?? [])
    }

    /// When a contact will move by itself, which those of a real board never do, or is known to have moved.
    var nextPress: Duration? {
        [
            simulation?.nextDeadline, retries[.talk] == nil ? talk?.button.settles : nil,
            retries[.mute] == nil ? mute?.button.settles : nil, early[.talk]?.first?.at,
            early[.mute]?.first?.at,
        ].compactMap { $0 }.min()
    }

    /// When `advance` has something to do although no descriptor is readable.
    var nextDeadline: Duration? {
        [
            retries[.talk] ?? talk?.button.nextDeadline, talk?.meaning.nextDeadline,
            retries[.mute] ?? mute?.button.nextDeadline, nextPress, remote?.nextDeadline,
        ].compactMap { $0 }.min()
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
        for event in edges(of: talk?.button, .talk, now, newest, context, report) {
            note(event, of: .talk, report)
            for intent in talk?.meaning.handle(event, while: context()) ?? [] { report(.intent(intent)) }
        }
        for intent in talk?.meaning.advance(to: now, while: context()) ?? [] { report(.intent(intent)) }
        for intent in remote?.advance(to: now, while: context()) ?? [] { report(.intent(intent)) }
        for event in edges(of: mute?.button, .mute, now, newest, context, report) {
            note(event, of: .mute, report)
            if let intent = mute?.meaning.handle(event) { report(.intent(intent)) }
        }
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

    private func edges(
        of button: Button?, _ name: ButtonName, _ now: Duration, _ newest: Duration,
        _ context: () -> TalkButton.Context, _ report: (Event) -> Void
    ) -> [ButtonEvent] {
        guard let button, retries[name].map({ $0 <= now }) ?? true else { return [] }
        do {
            let events = try button.advance(to: newest)
            if retries[name] != nil, name == .mute {
                // What was read just before the failure is lost, so that a switch counts by its contact, as at a start.
                if let mode = mute?.meaning.mode, mode == .hold {
                    mute?.meaning = MuteSwitch(mode, isClosed: button.isPressed)
                }
                report(.intent(.muted(isMuted, at: now)))
            }
            retries[name] = nil
            return due(events, of: name, at: now)
        } catch {
            early[name] = nil
            if retries.updateValue(now + Self.retryAfter, forKey: name) == nil {
                report(.failed("the \(name.rawValue) button: \(error)"))
                lose(name, now, context, report)
            }
            return []
        }
    }

    /// What is to be reported by now; the rest waits for its time.
    private func due(_ read: [ButtonEvent], of name: ButtonName, at now: Duration) -> [ButtonEvent] {
        let events = (early.removeValue(forKey: name) ?? []) + read
        guard let next = events.firstIndex(where: { $0.at > now }) else { return events }
        early[name] = Array(events[next...])
        return Array(events[..<next])
    }

    private func lose(
        _ name: ButtonName, _ now: Duration, _ context: () -> TalkButton.Context, _ report: (Event) -> Void
    ) {
        switch name {
        case .talk:
            if let mode = talk?.meaning.mode { talk?.meaning = TalkButton(mode) }
            if context() == .recording { report(.intent(.cancel(at: now))) }
        case .mute:
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
