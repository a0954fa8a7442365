import Settings

/// A button or switch as it is configured.
///
///     talk: {line: GPIO27, mode: hold, pull: up, active_low: on}
///
/// `Mode` is `TalkMode` for the talk button and `MuteMode` for the mute input.
public struct ButtonOptions<Mode: Sendable & Hashable>: Sendable, Hashable {
    public var line: LineName
    public var mode: Mode
    public var isActiveLow: Bool
    public var pull: Pull
    public var debounce: Duration
    /// How long a press must last to cancel; nil for never.
    public var cancelAfter: Duration?

    /// - Parameters:
    ///   - isActiveLow: nil for what the pull asks for: a contact to ground with `pull` up.
    public init(
        line: LineName, mode: Mode, isActiveLow: Bool? = nil, pull: Pull = .up,
        debounce: Duration = .milliseconds(5),
        cancelAfter: Duration? = nil
    ) {
        self.line = line
        self.mode = mode
        self.isActiveLow = isActiveLow ?? (pull == .up)
        self.pull = pull
        self.debounce = debounce
        self.cancelAfter = cancelAfter
    }

    /// Takes the line.
    ///
    /// - Parameters:
    ///   - stuckAfter: when a press is taken for a fault.
    ///   - now: this moment on the capture clock.
    public func open(
        on pinout: Pinout, stuckAfter: Duration? = .seconds(60), at now: Duration,
        consumer: String = "earshot"
    ) throws(BoardError) -> Button {
        let input = try pinout.input(
            line, isActiveLow: isActiveLow, pull: pull, debounce: debounce, consumer: consumer)
        let timing = Button.Timing(debounce: debounce, holdAfter: cancelAfter, stuckAfter: stuckAfter)
        return try Button(input, timing, at: now)
    }
}

extension Pull: SettingValue {}

extension ButtonOptions where Mode: SettingValue {
    /// Decodes a button's map, noting its line as used; complains, and returns nil, if there is none.
    fileprivate init?(
        _ node: Node, for purpose: String, defaultMode: Mode, cancelAfter defaultCancel: (Mode) -> Duration?,
        _ uses: LineUses, _ complaints: Complaints
    ) {
        // A line alone stands for a button with everything else as usual.
        let isLineAlone = node.entries == nil
        let reader = MapReader(isLineAlone ? Node(.map([]), at: node.mark) : node, complaints)
        let line = isLineAlone ? LineName.read(node, complaints) : reader.required("line", LineName.self)
        let mode = reader.optional("mode", Mode.self) ?? defaultMode
        let isActiveLow = reader.optional("active_low", Bool.self)
        let pull = reader.optional("pull", Pull.self) ?? .up
        let debounce = reader.optional("debounce", Duration.self, in: .zero ... .milliseconds(500))
        let cancelAfter = reader.optional(
            "cancel_after", Duration.self, in: .milliseconds(100) ... .seconds(60))
        reader.finish()
        guard let line else { return nil }
        self.init(
            line: line, mode: mode, isActiveLow: isActiveLow, pull: pull,
            debounce: debounce ?? .milliseconds(5),
            cancelAfter: cancelAfter ?? defaultCancel(mode))
        uses.note(line, for: purpose, at: node["line"]?.mark ?? node.mark)
    }
}

extension ButtonOptions where Mode == TalkMode {
    /// Decodes the talk button's map, or its line alone.
    ///
    /// A press of 1.5 s cancels, except with `hold`, where a press lasts as long as the sentence.
    public init?(_ node: Node, for purpose: String, _ uses: LineUses, _ complaints: Complaints) {
        self.init(
            node, for: purpose, defaultMode: .hold,
            cancelAfter: { $0 == .hold ? nil : .milliseconds(1500) }, uses, complaints)
    }
}

extension ButtonOptions where Mode == MuteMode {
    /// Decodes the mute input's map, or its line alone.
    public init?(_ node: Node, for purpose: String, _ uses: LineUses, _ complaints: Complaints) {
        if let key = node.entries?.first(where: { $0.key == "cancel_after" }) {
            complaints.add("a mute input has nothing to cancel; remove 'cancel_after'", at: key.keyMark)
        }
        self.init(node, for: purpose, defaultMode: .hold, cancelAfter: { _ in nil }, uses, complaints)
    }
}
