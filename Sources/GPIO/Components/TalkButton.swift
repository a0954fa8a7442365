/// What a person meant with a button, from ``TalkButton`` or ``MuteSwitch``. Times are on the capture clock.
package enum ButtonIntent: Sendable, Hashable {
    /// Keep audio from `at` on.
    case start(at: Duration)
    /// That was all; what comes after `at` does not belong to it.
    case stop(at: Duration)
    /// Forget it.
    case cancel(at: Duration)
    /// The mute switch was moved: true is deaf. A talk button never means this.
    case muted(Bool, at: Duration)
    /// The press means nothing, and why: for the log, so that none is lost silently.
    case ignored(IgnoredPress, at: Duration)

    /// Why a press means nothing.
    package enum IgnoredPress: String, Sendable, Hashable {
        /// The recognizer cannot hear yet, or cannot hear now. It must be pressed again later.
        case notReady = "not ready"
        /// An utterance that needs no second press is being recorded.
        case alreadyRecording = "already recording"
        /// It came within `TalkButton.echo` of the press before: a contact, not a finger.
        case echo
        /// It has been pressed for so long that it must be stuck; the recording is cancelled, and the button counts
        /// again when it is released.
        case stuck
    }
}

/// Turns what happens to a talk button into intents; pure, so every case can be written down:
///
/// | what happens | hold | toggle | once |
/// |---|---|---|---|
/// | press, ready | start | start | start |
/// | press, not ready (starting, muted, unavailable) | ignored, also when it becomes ready | same | same |
/// | press while recording | continues until the release | stop at the release, dated to the press | ignored |
/// | release | stop | | |
/// | press while the last utterance is decided | start, of the next one | same | same |
/// | kept pressed for `cancelAfter`, while recording or deciding | cancel (none unless set) | cancel | cancel |
/// | two presses within 20 ms | one press: the hold continues | one press | one press |
/// | stuck (`Button.Timing.stuckAfter`) | cancel, ignored until released | same | same |
/// | recording ended by a limit meanwhile | the release means nothing | same | same |
/// | the press has said yes (``spend()``) | what follows of it means nothing | same | same |
///
/// It does not remember whether a recording runs: every event comes with that, so the two cannot disagree.
///
/// ```swift
/// var talk = TalkButton(.hold)
/// for event in try button.advance(to: now) {
///     for intent in talk.handle(event, while: .ready) {
///         if case .start(let time) = intent { print("keeps sound from \(time) on") }
///     }
/// }
/// ```
package struct TalkButton: Sendable {
    /// What the recognizer is doing when an event of the button comes; passed by the owner of both.
    package enum Context: Sendable, Hashable {
        /// It cannot hear: it is starting, muted, without a microphone, or broken.
        case notReady
        /// It can hear, and keeps nothing.
        case ready
        /// It finds out what the last utterance was; a press asks for the next one.
        case deciding
        /// It keeps an utterance, or is about to.
        case recording
    }

    /// No finger presses twice within this time.
    package static let echo = Duration.milliseconds(20)

    /// What a press means, and a release.
    package let mode: ButtonMode
    private let echo: Duration

    /// What the present press may still do when it ends.
    private enum Press {
        /// Nothing: it was ignored, or has done its work.
        case spent
        /// It started the recording (or took it over, with hold).
        case holding
        /// With toggle: it will stop the recording unless it gets long.
        case stopping
    }

    private var press = Press.spent
    /// What the press before was up to when it ended, in case this one is its echo.
    private var pressBefore = Press.spent
    private var pressedAt: Duration?
    /// A stop that waits in case the contact echoes.
    private var pendingStop: Duration?

    /// A button that has not been pressed.
    ///
    /// - Parameters:
    ///   - mode: what a press means.
    ///   - echo: within what time two presses are one; zero where no contact can bounce.
    package init(_ mode: ButtonMode, echo: Duration = Self.echo) {
        self.mode = mode
        self.echo = echo
    }

    /// Whether a press is under way that has begun something, or is to end it.
    package var isHeld: Bool { press != .spent }

    /// When `advance` has something to say; nil for never.
    package var nextDeadline: Duration? {
        pendingStop == nil ? nil : pressedAt.map { $0 + echo }
    }

    /// The present press has done its work by being made, as that which says yes: neither its end nor its length means anything.
    package mutating func spend() {
        (press, pendingStop) = (.spent, nil)
    }

    /// Takes an event of the button; events come in order of time.
    ///
    /// - Returns: what it means, in order; nothing, for a release that means nothing.
    package mutating func handle(_ event: ButtonEvent, while context: Context) -> [ButtonIntent] {
        // An echo is settled by the time of the event, so what was due before it comes first.
        let due = advance(to: event.at, while: context)
        let context = due.isEmpty ? context : .ready
        return due + react(to: event, while: context)
    }

    /// Says what time alone brings about: the stop after a very short press.
    package mutating func advance(to now: Duration, while context: Context) -> [ButtonIntent] {
        guard let stop = pendingStop, let deadline = nextDeadline, deadline <= now else { return [] }
        pendingStop = nil
        return context == .recording ? [.stop(at: stop)] : []
    }

    private mutating func react(to event: ButtonEvent, while context: Context) -> [ButtonIntent] {
        switch event.kind {
        case .pressed: pressed(at: event.at, while: context)
        case .released: released(at: event.at, while: context)
        // Also where it asked for the next utterance while the last one is decided: none of both is meant.
        case .held: ended(at: event.at, cancels: context == .recording || context == .deciding, [])
        case .stuck: ended(at: event.at, cancels: context == .recording, [.ignored(.stuck, at: event.at)])
        }
    }

    private mutating func pressed(at time: Duration, while context: Context) -> [ButtonIntent] {
        let isEcho = pressedAt.map { time - $0 < echo } ?? false
        if isEcho {
            // The contact opened for a moment: still the first press.
            pendingStop = nil
            press = pressBefore
            return [.ignored(.echo, at: time)]
        }
        pressedAt = time
        switch (context, mode) {
        case (.notReady, _):
            press = .spent
            return [.ignored(.notReady, at: time)]
        case (.ready, _), (.deciding, _):
            press = .holding
            return [.start(at: time)]
        case (.recording, .hold):
            press = .holding
            return []
        case (.recording, .toggle):
            press = .stopping
            return []
        case (.recording, .once):
            press = .holding
            return [.ignored(.alreadyRecording, at: time)]
        }
    }

    private mutating func released(at time: Duration, while context: Context) -> [ButtonIntent] {
        pressBefore = press
        press = .spent
        guard context == .recording else { return [] }
        switch (pressBefore, mode) {
        case (.holding, .hold):
            if let pressedAt, time - pressedAt < echo {
                pendingStop = time
                return []
            }
            return [.stop(at: time)]
        case (.stopping, _):
            return [.stop(at: pressedAt ?? time)]
        default:
            return []
        }
    }

    /// The press has lasted so long that it cancels.
    private mutating func ended(
        at time: Duration, cancels: Bool, _ more: [ButtonIntent]
    ) -> [ButtonIntent] {
        defer { press = .spent }
        if case .spent = press { return more }
        return (cancels ? [.cancel(at: time)] : []) + more
    }
}
