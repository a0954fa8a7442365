import Appliance
import Configuration
import Console
import Evaluation
import GPIO
import Glibc
import Platform

/// The command line, `earshot`: finds the command and hands it the rest.
@main
enum EarshotTool {
    static func main() {
        CoreDump.forbid()
        BusError.explain()
        Heap.keepLittle()
        Terminal.prepare()
        var status = run(Array(CommandLine.arguments.dropFirst()))
        if let loss = Terminal.finish() {
            Terminal.report("standard output: \(loss)")
            status = .failure
        }
        exit(status.rawValue)
    }

    private static func run(_ words: [String]) -> ExitStatus {
        let named = words.drop { ["help", "--help", "-h"].contains($0) }
        guard let name = named.first else {
            Terminal.print(overview)
            return .success
        }
        if name == "--version" {
            Terminal.print("earshot \(Version.installed)")
            return .success
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let remedy = correction(of: name, among: commands.map { $0.name }) ?? "'earshot help' lists them"
            Terminal.report("there is no command '\(name)'; \(remedy)")
            return .usage
        }
        let rest = named.dropFirst()
        if named.count < words.count || rest.contains("--help") || rest.contains("-h") {
            Terminal.print(command.help)
            return .success
        }
        do {
            return try command.run(rest)
        } catch let error as UsageError {
            Terminal.report("\(name): \(error); see 'earshot help \(name)'")
            return .usage
        } catch let error as InputError {
            Terminal.report("\(name): \(error)")
            return .input
        } catch let error as EvaluationError {
            Terminal.report("\(name): \(error)")
            return ExitStatus(error)
        } catch let error as ApplianceError {
            // Mistakes in files have no prefix, so that an editor can jump to each place.
            let isInFile = if case .unavailable = error { false } else { true }
            Terminal.report("\(error)\(trial(of: command, after: error))", bare: isInFile)
            return ExitStatus(error)
        } catch {
            Terminal.report("\(name): \(error)\(trial(of: command, after: error))")
            return .unavailable
        }
    }

    /// How a command is tried on a machine without pins, where it can be.
    private static func trial(of command: any ToolCommand.Type, after error: any Error) -> String {
        "\(error)" == "\(GPIOError.noChip)" && command.help.contains("--board simulated")
            ? ", or try it with '--board simulated'" : ""
    }

    private static var commands: [any ToolCommand.Type] {
        [
            NewCommand.self, RunCommand.self, TranscribeCommand.self, EvaluateCommand.self, DemoCommand.self,
            PinsCommand.self,
            OutputsCommand.self, DevicesCommand.self, CheckCommand.self, ListenCommand.self,
            TuneCommand.self, VocabularyCommand.self, DoctorCommand.self, StatusCommand.self,
            WatchCommand.self, MuteCommand.self,
            UnmuteCommand.self,
            CancelCommand.self, ReloadCommand.self,
        ]
    }

    private static var overview: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let lines = commands.map { command in
            "  \(command.name.padded(to: width))  \(command.summary)"
        }
        return """
            earshot: say it, and a pin moves. Nothing that is heard leaves this machine.

            \(lines.joined(separator: "\n"))

            'earshot help COMMAND' says how each is used; 'earshot --version' which one this is.
            """
    }
}

/// One command of the tool.
protocol ToolCommand {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// How it is used, whole.
    static var help: String { get }
    static func run(_ words: ArraySlice<String>) throws -> ExitStatus
}

/// A command that Ctrl-C, SIGTERM and the end of the terminal end in order, from its first moment on.
protocol OrderlyCommand: ToolCommand {
    /// - Parameter stop: raised by these signals.
    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus
    /// Whether the end of the terminal is one of them.
    static var endsOnHangup: Bool { get }
}

extension OrderlyCommand {
    static var endsOnHangup: Bool { true }

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        try StopSignal.withTerminationSignals(includingHangup: endsOnHangup) { stop in
            defer {
                // What is left is the last line and the status, which a second Ctrl-C must not take away.
                if stop.isRaised {
                    for signal in [SIGINT, SIGTERM, SIGHUP] { Glibc.signal(signal, SIG_IGN) }
                }
            }
            return try run(words, until: stop)
        }
    }
}
