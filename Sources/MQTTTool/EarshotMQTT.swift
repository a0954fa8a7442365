import Console
import MQTTBridge

/// The command line, `earshot-mqtt`: the bridge from an appliance's socket to an MQTT broker.
@main
enum EarshotMQTT: BridgeCommand {
    static let name: StaticString = "mqtt"

    static let help = """
        earshot-mqtt [--config FILE] [--check] [--log-level LEVEL]

          --config FILE       the broker, and what is told (\(standardFile) if not given)
          --check             read that file critically, say what would be told where, and end
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error; notice if not given
          --version           say which version this is

        Tells an MQTT broker what the appliance on this machine does, in the way in which Home Assistant finds it by itself, and
        passes on what the broker's users ask of its outputs, as far as the appliance's configuration allows that. It gets no
        sound, and reaches no microphone and no pin. Broker and appliance may come and go: it waits for both.

        Status: 0 after Ctrl-C or SIGTERM, 64 the command line is wrong, 69 something of this machine is missing, 78 the
        configuration has mistakes, or cannot be read.
        """

    static func prepare(_ file: String, _ arguments: Arguments) throws -> PreparedBridge {
        let configuration = try MQTTConfiguration.load(file)
        return PreparedBridge(
            summary: configuration.summary, considerations: configuration.considerations
        ) { ending in
            var program = try MQTTProgram(configuration, version: Version.installed)
            program.run(until: ending)
            return .success
        }
    }
}
