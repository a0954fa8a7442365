import Earshot

/// `earshot outputs --safe`: what holds the outputs while no appliance does.
enum OutputsCommand: ToolCommand {
    static let name = "outputs"
    static let summary = "drive every output to its safe level, and hold it there"
    static let help = """
        earshot outputs --safe [--hold] --config FILE [--board simulated]

          --safe              drive every configured output to the level it has at exit ('at_exit', off if not given)
          --hold              stay, and keep the lines driven until told to end; a line that somebody else still
                              holds is tried again every second
          --config FILE       whose outputs
          --board simulated   pins that exist in memory only

        A line that nobody holds is not safe: what it does then is up to the chip ('earshot pins' says what), so fit
        a resistor that pulls towards the safe level.
        Status: 0 every output is safe, 1 some are not.
        """

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--safe", "--hold"], options: ["--config", "--board"])
        if let extra = arguments.positionals.first { throw UsageError("what is '\(extra)'?") }
        guard arguments.has("--safe") else {
            throw UsageError("say --safe: nothing else can be done with outputs here")
        }
        guard let path = arguments.value("--config") else { throw UsageError("--config FILE is missing") }
        // Before any line is taken: a signal from here on lets them go in order.
        let waiting = Waiting(StopSignal())
        let configuration = try Configuration.load(path)
        let safe = SafeOutputs(configuration.outputs, on: try pinout(arguments, configuration))
        for result in safe.results { tell(result) }
        if arguments.has("--hold") {
            while !waiting.stop.isRaised {
                waiting.until(safe.isComplete ? nil : waiting.now + .seconds(1))
                for result in safe.takeMissing() { tell(result) }
            }
        }
        let status: ExitStatus = safe.isComplete ? .success : .failure
        safe.release()
        return status
    }

    private static func tell(_ result: SafeOutputs.Result) {
        if result.error == nil {
            Terminal.print(result.description)
        } else {
            Terminal.complain(result.description)
        }
    }

    private static func pinout(_ arguments: Arguments, _ configuration: Configuration) throws -> Pinout {
        switch arguments.value("--board") {
        case nil: return try Pinout.system(profile: configuration.profile)
        case "simulated": return Pinout.simulated(profile: configuration.profile)
        case let other?: throw UsageError("--board can be 'simulated', not '\(other)'")
        }
    }
}
