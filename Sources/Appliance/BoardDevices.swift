import GPIO

/// Everything that is wired to the board: lights, buttons and outputs, taken at the start and held to the end.
struct BoardDevices {
    let lights: LightPanel
    let buttons: ButtonPanel
    let outputs: OutputController

    let pinout: Pinout
    /// Held as long as the lines are driven.
    var lock: OutputLock?

    /// Takes every configured line; an output has its first level by the same request.
    ///
    /// Outputs come last: on some chips what is let go of keeps its level, so none is to be on when another line cannot be had.
    ///
    /// - Parameters:
    ///   - options: Which board it is, and who presses its buttons if it is simulated.
    ///   - pinout: Pins instead of the board's.
    init(
        _ configuration: ApplianceConfiguration, _ options: Appliance.Options, on pinout: Pinout? = nil
    ) throws(GPIOError) {
        if let pinout {
            self.pinout = pinout
        } else {
            self.pinout = try Self.pinout(for: configuration, options.board)
        }
        let isThisMachine = pinout == nil && options.board == .system
        // Who keeps the outputs safe has the lights, too.
        lock = isThisMachine && configuration.usesLines ? OutputLock.acquire() : nil
        var leds: [Light: LED] = [:]
        for (light, options) in configuration.lights { leds[light] = try options.open(on: self.pinout) }
        lights = LightPanel(leds)
        buttons = try ButtonPanel(
            configuration.buttons, speakingUpTo: configuration.limits.longest, on: self.pinout,
            pressedBy: Self.simulatedBoard(self.pinout, configuration.buttons, options))
        outputs = try OutputController(
            configuration.outputs, on: self.pinout, at: .zero,
            history: isThisMachine ? .ofThisMachine(self.pinout.profile) : nil,
            withoutHistory: pinout == nil && options.board == .simulated ? .never : .unknown)
        // What failed before this leaves the lines to the server, by the configuration that it had.
        lock?.confirm()
    }

    /// What presses the buttons of a board in memory; nil for this machine's own.
    private static func simulatedBoard(
        _ pinout: Pinout, _ buttons: [ButtonName: ButtonOptions], _ options: Appliance.Options
    ) -> SimulatedBoard? {
        guard let chip = pinout.simulatedChip else { return nil }
        return SimulatedBoard(
            chip, lines: simulatedLines(of: buttons, on: pinout), script: options.script,
            talkKey: options.talkKey,
            talkMode: buttons[.talk]?.mode ?? .hold)
    }

    /// The simulated chip's line of each button.
    static func simulatedLines(
        of buttons: [ButtonName: ButtonOptions], on pinout: Pinout
    ) -> [ButtonName: String] {
        buttons.compactMapValues { button in
            if case .named(let name) = pinout.profile.canonicalName(of: button.line) { name } else { nil }
        }
    }

    /// The pins that a configuration is for; none are looked for if it uses none.
    static func pinout(
        for configuration: ApplianceConfiguration, _ board: Appliance.Options.Board
    ) throws(GPIOError) -> Pinout {
        switch board {
        case .system where configuration.usesLines: try .system(profile: configuration.profile)
        case .system: Pinout(chips: [], profile: configuration.profile)
        case .simulated: .simulated(profile: configuration.profile.orTypical)
        }
    }

    /// The board in memory; nil for this machine's own.
    var simulatedChip: SimulatedChip? { pinout.simulatedChip }
}
