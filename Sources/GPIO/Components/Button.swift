import Platform

/// Something that happened to a button: ``Button/advance(to:)`` gives it, `TalkButton` and `MuteSwitch` handle it.
///
/// ```swift
/// var talk = TalkButton(.hold)
/// talk.handle(ButtonEvent(.pressed, at: .seconds(1)), while: .ready)  // [.start(at: .seconds(1))]
/// ```
public struct ButtonEvent: Sendable, Hashable {
    /// What may happen to a button. A press begins with `pressed` and ends with `released`; `held` and `stuck` may come in
    /// between, once each.
    public enum Kind: String, Sendable, Hashable {
        /// The contact closed: the line became active.
        case pressed
        /// The contact opened again.
        case released
        /// Kept pressed for `Button.Timing.holdAfter`.
        case held
        /// Kept pressed for `Button.Timing.stuckAfter`: no finger does that.
        case stuck
    }

    /// What happened.
    public var kind: Kind
    /// When, on the capture clock: the contact's first movement; for `held` and `stuck` the moment the time was over.
    public var at: Duration
    /// The kernel's stamp of the edge behind it (CLOCK_MONOTONIC); nil for `held` and `stuck`, and where nothing stamps.
    public var kernelTime: Duration?

    /// An event as a button would give it: for tests of code that handles them.
    public init(_ kind: Kind, at: Duration, kernelTime: Duration? = nil) {
        self.kind = kind
        self.at = at
        self.kernelTime = kernelTime
    }
}

/// A push-button or switch on an input line.
///
/// Its edges come from the kernel's interrupt, stamped there; `advance(to:)` is called when `fileDescriptor` is
/// readable and at `nextDeadline`. A button that is already pressed when this is created
/// gives no event before its release.
///
/// ```swift
/// let line = try pinout.input("GPIO27", isActiveLow: true, pull: .up)
/// let button = try Button(line, timing, at: now)
/// for event in try button.advance(to: now) where event.kind == .pressed { print("pressed at \(event.at)") }
/// ```
///
/// One thread at a time may use it.
public final class Button {
    /// When a press counts as what.
    ///
    /// ```swift
    /// let timing = Button.Timing(holdAfter: .milliseconds(1500), stuckAfter: nil)
    /// ```
    public struct Timing: Sendable, Hashable {
        /// How long the contact must be still before the next change counts. Most switches bounce for less than
        /// 7 ms with gaps well under 5 (Ganssle, "A Guide to Debouncing"). A change counts at its first edge; if the line
        /// was asked to debounce and can, it counts this much later, rounded up to the kernel's tick, and spikes
        /// on the wire do not count at all.
        public var debounce: Duration
        /// How long after its beginning a press is reported as `held`; nil for never.
        public var holdAfter: Duration?
        /// How long after its beginning a press is reported as `stuck`; nil for never.
        public var stuckAfter: Duration?

        /// By default bounces of 5 ms, no hold, and a press of a minute counts as stuck.
        public init(
            debounce: Duration = .milliseconds(5), holdAfter: Duration? = nil,
            stuckAfter: Duration? = .seconds(60)
        ) {
            self.debounce = debounce
            self.holdAfter = holdAfter
            self.stuckAfter = stuckAfter
        }
    }

    /// The input it reads, for its name and to let it go.
    public let line: any InputLine
    /// The times by which it is read.
    public private(set) var timing: Timing

    private var debouncer: Debouncer
    private var pressedAt: Duration?
    private var isHeld = false
    private var isStuck = false
    /// The last call failed, and what it had read is lost.
    private var hasFailed = false

    /// Takes the level that the line has now for where the button starts from.
    ///
    /// - Parameter now: this moment on the capture clock.
    /// - Throws: `GPIOError.failed` if the line cannot be read.
    public convenience init(
        _ line: any InputLine, _ timing: Timing = Timing(), at now: Duration
    ) throws(GPIOError) {
        try self.init(line, timing, waitsForStillness: false, at: now)
    }

    /// - Parameter waitsForStillness: whether a change counts only once the contact has been still, which the line need not know how to
    ///   tell.
    init(
        _ line: any InputLine, _ timing: Timing, waitsForStillness: Bool, at now: Duration
    ) throws(GPIOError) {
        self.line = line
        self.timing = timing
        let isPressed = try line.isActive(at: now)
        debouncer = Debouncer(
            period: line.isDebounced ? .zero : timing.debounce, waitsForStillness: waitsForStillness,
            isActive: isPressed)
        pressedAt = isPressed ? now : nil
        // Pressed before the start: no hold without a press.
        isHeld = isPressed
    }

    /// Goes on with another time after which a press is reported as `stuck`, on the same line.
    package func countAsStuck(after span: Duration?) { timing.stuckAfter = span }

    /// Whether it is pressed, as of the last ``advance(to:)`` or of the beginning.
    public var isPressed: Bool { debouncer.isActive }

    /// Poll it for reading; nil for a line that has no interrupt, where `nextDeadline` does everything.
    public var fileDescriptor: Int32? { line.fileDescriptor }

    /// When `advance(to:)` has something to do although the descriptor is silent; nil for never.
    public var nextDeadline: Duration? {
        [line.nextDeadline, debouncer.deadline, holdDeadline, stuckDeadline].earliest
    }

    /// When it is known what a contact that has moved came to; nil while it is still.
    package var settles: Duration? { debouncer.deadline }

    private var holdDeadline: Duration? {
        guard let pressedAt, !isHeld, let span = timing.holdAfter else { return nil }
        return pressedAt + span
    }

    private var stuckDeadline: Duration? {
        guard let pressedAt, !isStuck, let span = timing.stuckAfter else { return nil }
        return pressedAt + span
    }

    /// Tells what has happened up to this moment, oldest first.
    ///
    /// - Throws: `GPIOError.failed` if the line cannot be read: an unplugged adapter.
    public func advance(to now: Duration) throws(GPIOError) -> [ButtonEvent] {
        do throws(GPIOError) {
            let events = try read(upTo: now)
            hasFailed = false
            return events
        } catch {
            hasFailed = true
            throw error
        }
    }

    private func read(upTo now: Duration) throws(GPIOError) -> [ButtonEvent] {
        var events: [ButtonEvent] = []
        let edges = try line.edges(upTo: now)
        for edge in edges {
            if let deadline = debouncer.deadline, deadline <= edge.at {
                // Still before this edge, so the level was the opposite of what the edge led to.
                report(debouncer.settle(isActive: !edge.isActive), to: &events)
            }
            passTime(to: edge.at, &events)
            report(debouncer.accept(edge), to: &events)
        }
        if let deadline = debouncer.deadline, deadline <= now {
            report(debouncer.settle(isActive: try line.isActive(at: now)), to: &events)
        } else if debouncer.deadline == nil, hasFailed || !edges.isEmpty,
            try line.isActive(at: now) != isPressed
        {
            // Edges were lost (the kernel keeps sixteen, and a failure takes some away): believe the level.
            report(debouncer.accept(Edge(isActive: !isPressed, at: now)), to: &events)
        }
        passTime(to: now, &events)
        return events
    }

    private func report(_ change: Edge?, to events: inout [ButtonEvent]) {
        guard let change else { return }
        pressedAt = change.isActive ? change.at : nil
        isHeld = false
        isStuck = false
        events.append(
            ButtonEvent(change.isActive ? .pressed : .released, at: change.at, kernelTime: change.kernelTime))
    }

    private func passTime(to now: Duration, _ events: inout [ButtonEvent]) {
        if let deadline = holdDeadline, deadline <= now {
            isHeld = true
            events.append(ButtonEvent(.held, at: deadline))
        }
        if let deadline = stuckDeadline, deadline <= now {
            isStuck = true
            events.append(ButtonEvent(.stuck, at: deadline))
        }
    }
}
