import Configuration
import Console
import Glibc
import Platform
import WebBridge

/// The command line, `earshot-web`: the bridge from an appliance's socket to browsers.
@main
enum EarshotWeb {
    private static let standardPath = "/etc/earshot/web.yaml"

    private static let help = """
        earshot-web [--config FILE] [--check] [--log-level LEVEL]

          --config FILE       who is served, and what is told (\(standardPath) if not given)
          --check             read that file critically, say who is served what, and end
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error; notice if not given
          --version           say which version this is

        Serves a page that shows what the appliance on this machine hears and does, and a script with which a page of your own
        takes dictated text into its form. Only this machine is served unless the configuration says otherwise. It gets no sound,
        and reaches no microphone and no pin; what pages may ask for is up to its configuration and the appliance's. The
        appliance may come and go: it is waited for.

        Status: 0 after Ctrl-C or SIGTERM, 64 the command line is wrong, 69 the port is taken, or something else of this machine
        is missing, 78 the configuration has mistakes, or cannot be read.
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
            print("earshot-web \(Version.installed)")
            return .success
        }
        do {
            return try work(words)
        } catch let error as UsageError {
            Log.write("earshot-web: \(error); see 'earshot-web --help'")
            return .usage
        } catch let error as ConfigurationError {
            Log.write("\(error)")
            return .configuration
        } catch {
            Log.write("earshot-web: \(error)")
            return .unavailable
        }
    }

    private static func work(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--check"], options: ["--config", "--log-level"])
        if let extra = arguments.positionals.first { throw UsageError("what is '\(extra)'?") }
        try arguments.setLogLevel()
        let configuration = try WebConfiguration.load(arguments.value("--config") ?? standardPath)
        if arguments.has("--check") {
            print(configuration.summary)
            for consideration in configuration.considerations { print("\n!  \(consideration)") }
            return .success
        }
        for consideration in configuration.considerations { Log.warning(consideration, from: "web") }
        // Before there are other threads, so that none of them takes the signals.
        let ending = try SignalDescriptor(SIGINT, SIGTERM)
        var program = try WebProgram(configuration)
        program.run(until: ending)
        return .success
    }

    private static func print(_ text: String) { try? Descriptors.write(text + "\n", to: STDOUT_FILENO) }
}
