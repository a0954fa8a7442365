import Console
import KeyboardBridge

/// The command line, `earshot-keyboard`: the bridge from an appliance's dictation to whatever has the screen.
@main
enum EarshotKeyboard: BridgeCommand {
    static let name: StaticString = "keyboard"
    static let options = ["--type"]

    static let help = """
        earshot-keyboard [--config FILE] [--check | --type TEXT] [--log-level LEVEL]

          --config FILE       whose session is typed into, and how (\(standardFile) if not given)
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

    static func prepare(_ file: String, _ arguments: Arguments) throws -> PreparedBridge {
        let text = arguments.value("--type")
        if arguments.has("--check"), text != nil { throw UsageError("either --check or --type") }
        let configuration = try KeyboardConfiguration.load(file)
        return PreparedBridge(summary: configuration.summary) { ending in
            var program = try KeyboardProgram(configuration)
            if let text { return try program.type(text, until: ending) ? .success : .failure }
            try program.run(until: ending)
            return .success
        }
    }
}
