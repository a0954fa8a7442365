import EventSocket

extension ApplianceStatus {
    /// As it is before anything has happened.
    init(_ configuration: ApplianceConfiguration) {
        let socket = configuration.socket
        self.init(
            configuration: configuration.path,
            lights: Light.allCases.filter { configuration.lights[$0] != nil }
                .map { LightStatus(name: $0.rawValue, pattern: "off") },
            outputs: configuration.outputs.map { OutputStatus(name: $0.name, isOn: $0.isOnInitially) },
            commands: configuration.commands.map(\.name),
            allows: Permissions(
                words: socket.tellsWords, say: socket.takesText, output: socket.switchesOutputs))
    }

    /// It goes on by another configuration; what both have is as it was.
    mutating func adopt(_ configuration: ApplianceConfiguration) {
        var new = ApplianceStatus(configuration)
        for index in new.lights.indices {
            guard let old = lights.first(where: { $0.name == new.lights[index].name }) else { continue }
            new.lights[index] = old
        }
        lights = new.lights
        outputs = new.outputs
        commands = new.commands
        allows = new.allows
    }

    /// Takes notice of what happens.
    mutating func note(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .state(let state): self.state = state.rawValue
        case .led(let name, _, let pattern):
            if let index = lights.firstIndex(where: { $0.name == name }) { lights[index].pattern = pattern }
        case .availability(let available, let source, let reason):
            microphone = Microphone(
                available: available, source: source, reason: available ? nil : reason)
        case .confirm(let command, let outcome, _): question = outcome == .asked ? command : nil
        default: break
        }
    }
}
