import EarshotAppliance
import Models

// Says what the module of this package has, then which commands a recording has and which pins they switch:
//
//     Machine configuration.yaml speech.wav

@main enum Machine {
    static func main() async throws {
        print(Train.name)
        var options = Appliance.Options()
        options.input = .file(path: CommandLine.arguments[2], pace: .asFastAsPossible)
        options.board = .simulated
        let appliance = try ApplianceRunner(.load(CommandLine.arguments[1]), options: options)
        async let summary = appliance.run()
        for await event in appliance.events {
            switch event.kind {
            case .command(let command): print(command.name)
            case .output(let name, let isOn, _): print(name, isOn ? "on" : "off")
            default: break
            }
        }
        print(try await summary.commands, "commands")
    }
}
