import GPIO

/// Everything that is wired to the board: lights, buttons and outputs, taken at the start and held to the end.
struct BoardDevices {
    let lights: LightPanel
    let buttons: ButtonPanel
    let outputs: OutputController

    private let pinout: Pinout
    /// Lines that were driven safe until now are ours as long as we live.
    private let lease: OutputLock?
    private let buttonLines: [String: LineName]

    /// Takes every configured line. Outputs get their first level in the same request, before anything else happens.
    init(_ configuration: ApplianceConfiguration, board: Appliance.Options.Board) throws(GPIOError) {
        try self.init(
            configuration, on: Self.pinout(for: configuration, board),
            lease: board == .system && configuration.usesLines ? OutputLock.acquire() : nil)
    }

    /// As above, on these pins.
    init(
        _ configuration: ApplianceConfiguration, on pinout: Pinout, lease: OutputLock? = nil
    ) throws(GPIOError) {
        self.pinout = pinout
        self.lease = lease
        outputs = try OutputController(configuration.outputs, on: pinout, at: .zero)
        var leds: [Light: LED] = [:]
        for (light, options) in configuration.lights { leds[light] = try options.open(on: pinout) }
        lights = LightPanel(leds)
        buttons = try ButtonPanel(configuration.buttons, on: pinout)
        buttonLines = Dictionary(
            uniqueKeysWithValues: configuration.buttons.map { ($0.key.rawValue, $0.value.line) })
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

    /// Presses a button of the simulated board.
    func press(_ button: String, at time: Duration) {
        move(button, time) { $0.press($1, at: $2) }
    }

    func release(_ button: String, at time: Duration) {
        move(button, time) { $0.release($1, at: $2) }
    }

    private func move(_ button: String, _ time: Duration, _ action: (SimulatedChip, String, Duration) -> Void)
    {
        guard let chip = pinout.simulatedChip, let line = buttonLines[button],
            case .named(let name) = pinout.profile.canonicalName(of: line)
        else { return }
        action(chip, name, time)
    }
}
