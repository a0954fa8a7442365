import Board

/// Everything that is wired to the board: lights, buttons and outputs, taken at the start and held to the end.
struct Fittings {
    let lights: LightPanel
    let buttons: ButtonPanel
    let outputs: OutputController

    private let pinout: Pinout
    private let buttonLines: [String: LineName]

    /// Takes every configured line. Outputs get their first level in the same request, before anything else happens.
    init(_ configuration: Configuration, board: Appliance.Options.Board) throws(BoardError) {
        switch board {
        case .system where configuration.usesLines: pinout = try .system(profile: configuration.profile)
        case .system: pinout = Pinout(chips: [], profile: configuration.profile)
        case .simulated: pinout = .simulated(profile: configuration.profile.orTypical)
        }
        outputs = try OutputController(configuration.outputs, on: pinout, at: .zero)
        var leds: [Light: LED] = [:]
        for (light, options) in configuration.lights { leds[light] = try options.open(on: pinout) }
        lights = LightPanel(leds)
        buttons = try ButtonPanel(configuration.buttons, on: pinout)
        buttonLines = Dictionary(
            uniqueKeysWithValues: configuration.buttons.map { ($0.key.rawValue, $0.value.line) })
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
