import Configuration
import Console
import Glibc
import KeyboardBridge
import Platform

/// The command line, `earshot-keyboard`: the bridge from an appliance's dictation to whatever has the screen.
@main
enum EarshotKeyboard {
    private static let standardPath = "/etc/earshot/keyboard.yaml"

    private static let help = """
        earshot-keyboard [--config FILE] [--check | --type TEXT] [--log-level LEVEL]

          --config FILE       whose session is typed into, and how (\(standardPath) if not given)
          --check             read that file critically, say what would be typed where, and end
          --type TEXT         type this once, as if it had been dictated, and end
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error; notice if not given
          --version           say which version this is

        Types what is dictated to the appliance on this machine, by a keyboard that the kernel makes for it, while the session
        of the user whom the file names is on the screen and not locked, as far as the system knows. "Scratch that" takes it
        back. It gets no sound, and waits for the appliance, which may come and go.

        Status: 0 after Ctrl-C or SIGTERM, 1 the text of '--type' was not typed to its end, 64 the command line is wrong, 69 something of
        this machine is missing, 78 the configuration has mistakes, or cannot be read.
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
            print("earshot-keyboard \(Version.installed)")
            return .success
        }
        do {
            return try work(words)
        } catch let error as UsageError {
            Log.write("earshot-keyboard: \(error); see 'earshot-keyboard --help'")
            return .usage
        } catch let error as ConfigurationError {
            Log.write("\(error)")
            return .configuration
        } catch let error as KeyboardError {
            Log.write("earshot-keyboard: \(error)")
            return .unavailable
        } catch {
            Log.write("earshot-keyboard: this machine has too little left (\(error))")
            return .unavailable
        }
    }

    private static func work(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--check"], options: ["--config", "--log-level", "--type"])
        if let extra = arguments.positionals.first { throw UsageError("what is '\(extra)'?") }
        try arguments.setLogLevel()
        let text = arguments.value("--type")
        if arguments.has("--check"), text != nil { throw UsageError("either --check or --type") }
        let configuration = try KeyboardConfiguration.load(arguments.value("--config") ?? standardPath)
        if arguments.has("--check") {
            print(configuration.summary)
            return .success
        }
        // Before there are other threads, so that none of them takes the signals.
        let ending = try SignalDescriptor(SIGINT, SIGTERM)
        var program = try KeyboardProgram(configuration)
        if let text { return try program.type(text, until: ending) ? .success : .failure }
        try program.run(until: ending)
        return .success
    }

    private static func print(_ text: String) { try? Descriptors.write(text + "\n", to: STDOUT_FILENO) }
}
