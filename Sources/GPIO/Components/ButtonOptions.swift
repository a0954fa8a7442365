import Configuration

/// A button or switch as it is configured: a line alone, or a map.
///
/// ```yaml
/// talk: GPIO27
/// mute: {line: GPIO22, mode: toggle, pull: up, active_low: on}
/// ```
package struct ButtonOptions: Sendable, Hashable {
    /// The input it is wired to.
    package var line: LineName
    /// What a press means. ``open(on:stuckAfter:waitsForStillness:at:consumer:)`` leaves that to a ``TalkButton`` or a
    /// ``MuteSwitch``.
    package var mode: ButtonMode
    /// Whether a closed contact gives a low voltage, as one to ground does.
    package var isActiveLow: Bool
    /// The resistor that gives the line its level while the contact is open.
    package var pull: Pull
    /// How long the contact bounces at most; a configuration admits 0 to 500 ms.
    package var debounce: Duration
    /// How long a press must last to cancel; nil for never.
    package var cancelAfter: Duration?

    /// A button that no file configures.
    ///
    /// - Parameters:
    ///   - isActiveLow: nil for what the pull asks for: a contact to ground with `pull` up.
    ///   - cancelAfter: nil for never.
    package init(
        line: LineName, mode: ButtonMode = .hold, isActiveLow: Bool? = nil, pull: Pull = .up,
        debounce: Duration = .milliseconds(5), cancelAfter: Duration? = nil
    ) {
        self.line = line
        self.mode = mode
        self.isActiveLow = isActiveLow ?? (pull == .up)
        self.pull = pull
        self.debounce = debounce
        self.cancelAfter = cancelAfter
    }

    /// Decodes a button; adds a diagnostic and returns nil if there is no line.
    ///
    /// A press of 1.5 s cancels unless `cancel_after` says otherwise, except with `hold`, where a press lasts as long
    /// as the sentence.
    package init?(_ node: Node, _ diagnostics: Diagnostics) {
        let (line, more) = MapReader.open(node, "line", LineName.self, diagnostics)
        let mode = more?.optional("mode", ButtonMode.self) ?? .hold
        let isActiveLow = more?.optional("active_low", Bool.self)
        let pull = more?.optional("pull", Pull.self) ?? .up
        let debounce = more?.optional("debounce", Duration.self, in: .zero ... .milliseconds(500))
        let cancelAfter = more?.optional(
            "cancel_after", Duration.self, in: .milliseconds(100) ... .seconds(60))
        more?.finish()
        guard let line else { return nil }
        self.init(
            line: line, mode: mode, isActiveLow: isActiveLow, pull: pull,
            debounce: debounce ?? .milliseconds(5),
            cancelAfter: cancelAfter ?? (mode == .hold ? nil : .milliseconds(1500)))
    }

    /// Takes the line.
    ///
    /// - Parameters:
    ///   - stuckAfter: when a press is taken for a fault; nil, for a switch, never.
    ///   - waitsForStillness: whether a change counts only once the contact has been still: a
    ///     spike on the wire does nothing then, and every change is late by `debounce`. That is for a switch. A button to
    ///     talk with counts at its first edge: its light is not late, nor is the first word lost.
    ///   - now: this moment on the capture clock.
    ///   - consumer: What the line shows as its holder.
    /// - Throws: what `Pinout.input` throws, or `GPIOError.failed` if the line cannot be read.
    package func open(
        on pinout: Pinout, stuckAfter: Duration? = .seconds(60), waitsForStillness: Bool = false,
        at now: Duration, consumer: String = "earshot"
    ) throws(GPIOError) -> Button {
        let input = try pinout.input(
            line, isActiveLow: isActiveLow, pull: pull, debounce: waitsForStillness ? debounce : .zero,
            consumer: consumer)
        return try read(input, stuckAfter: stuckAfter, waitsForStillness: waitsForStillness, at: now)
    }

    /// Reads a line that is held already, for a button that ``hasSameLine(as:)``.
    ///
    /// - Throws: `GPIOError.failed` if it cannot be read.
    package func read(
        _ input: any InputLine, stuckAfter: Duration? = .seconds(60), waitsForStillness: Bool = false,
        at now: Duration
    ) throws(GPIOError) -> Button {
        let timing = Button.Timing(debounce: debounce, holdAfter: cancelAfter, stuckAfter: stuckAfter)
        return try Button(input, timing, waitsForStillness: waitsForStillness, at: now)
    }

    /// Whether the line of this button serves for the other one, whatever a press of it means.
    package func hasSameLine(as other: ButtonOptions) -> Bool {
        line == other.line && isActiveLow == other.isActiveLow && pull == other.pull
            && debounce == other.debounce
    }
}

extension Pull: SettingValue {}
