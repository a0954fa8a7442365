import Configuration
import Console
import Glibc
import MQTTBridge
import Platform

/// The command line, `earshot-mqtt`: the bridge from an appliance's socket to an MQTT broker.
@main
enum EarshotMQTT {
    private static let standardPath = "/etc/earshot/mqtt.yaml"

    private static let help = """
        earshot-mqtt [--config FILE] [--check] [--log-level LEVEL]

          --config FILE       the broker, and what is told (\(standardPath) if not given)
          --check             read that file critically, say what would be told where, and end
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error; notice if not given
          --version           say which version this is

        Tells an MQTT broker what the appliance on this machine does, in the way in which Home Assistant finds it by itself, and
        passes on what the broker's users ask of its outputs, as far as the appliance's configuration allows that. It gets no
        sound, and reaches no microphone and no pin. Broker and appliance may come and go: it waits for both.

        Status: 0 after Ctrl-C or SIGTERM, 64 the command line is wrong, 69 something of this machine is missing, 78 the
        configuration has mistakes, or cannot be read.
        """

    static func main() {
        CoreDump.forbid()
        signal(SIGPIPE, SIG_IGN)
        let status = run(CommandLine.arguments.dropFirst())
        Log.flush()
        exit(status.rawValue)
    }

    private static func run(_ words: ArraySlice<String>) -> ExitStatus {
        if let word = words.first, ["help", "--help", "-h"].contains(word) {
            print(help)
            return .success
        }
        if words.first == "--version" {
            print("earshot-mqtt \(Version.installed)")
            return .success
        }
        do {
            return try work(words)
        } catch let error as UsageError {
            Log.write("earshot-mqtt: \(error); see 'earshot-mqtt --help'")
            return .usage
        } catch let error as ConfigurationError {
            Log.write("\(error)")
            return .configuration
        } catch {
            Log.write("earshot-mqtt: this machine has too little left (\(error))")
            return .unavailable
        }
    }

    private static func work(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--check"], options: ["--config", "--log-level"])
        if let extra = arguments.positionals.first { throw UsageError("what is '\(extra)'?") }
        try arguments.setLogLevel()
        let path = arguments.value("--config") ?? standardPath
        let configuration = try BridgeConfiguration.load(path)
        if arguments.has("--check") {
            print(configuration.summary)
            for consideration in configuration.considerations { print("\n!  \(consideration)") }
            return .success
        }
        for consideration in configuration.considerations { Log.warning(consideration, from: "mqtt") }
        // Before there are other threads, so that none of them takes the signals.
        let ending = try SignalDescriptor(SIGINT, SIGTERM)
        var program = try BridgeProgram(configuration, version: Version.installed)
        program.run(until: ending)
        return .success
    }

    private static func print(_ text: String) { try? Descriptors.write(text + "\n", to: STDOUT_FILENO) }
}
