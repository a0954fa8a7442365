import Configuration
import Glibc
import Platform

/// A bridge's program, as it is typed: what all bridges do at the command line is here, and what each is for is its own.
///
/// All of them take `--config FILE`, `--check`, `--log-level LEVEL`, `--version` and `--help`, and end with an ``ExitStatus``.
///
/// ```swift
/// @main enum EarshotWeb: BridgeCommand {
///     static let name: StaticString = "web"
///     static let help = "earshot-web [--config FILE] [--check]"
///     static func prepare(_ file: String, _ arguments: Arguments) throws -> PreparedBridge { ... }
/// }
/// ```
package protocol BridgeCommand {
    /// Without "earshot-": what the log says, and the name of its file in `/etc/earshot`.
    static var name: StaticString { get }
    /// How it is used, whole.
    static var help: String { get }
    /// Options with a value that it has beside those of every bridge.
    static var options: [String] { get }

    /// Reads its configuration; nothing begins yet.
    ///
    /// - Parameters:
    ///   - file: that of `--config`, or the one of this machine.
    ///   - arguments: with ``options``.
    /// - Throws: `ConfigurationError`, or `UsageError`.
    static func prepare(_ file: String, _ arguments: Arguments) throws -> PreparedBridge
}

/// A bridge whose configuration has been read.
package struct PreparedBridge {
    let summary: String
    let considerations: [String]
    let run: (SignalDescriptor) throws -> ExitStatus

    /// - Parameters:
    ///   - summary: What `--check` says.
    ///   - considerations: What whoever wrote the file may not have thought of.
    ///   - run: Works until one of the signals comes; called before there are other threads.
    package init(
        summary: String, considerations: [String] = [], run: @escaping (SignalDescriptor) throws -> ExitStatus
    ) {
        self.summary = summary
        self.considerations = considerations
        self.run = run
    }
}

extension BridgeCommand {
    package static var options: [String] { [] }

    /// Where its configuration is unless the command line says otherwise.
    package static var standardFile: String { "/etc/earshot/\(name).yaml" }

    /// The program, from its first moment to its end.
    package static func main() {
        CoreDump.forbid()
        signal(SIGPIPE, SIG_IGN)
        let status = run(CommandLine.arguments.dropFirst())
        Log.flush()
        fflush(nil)
        // Without what libraries do at the end: OpenSSL takes down what a thread that still shakes hands with a broker uses.
        _exit(status.rawValue)
    }

    private static var program: String { "earshot-\(name)" }

    private static func run(_ words: ArraySlice<String>) -> ExitStatus {
        if let word = words.first, ["help", "--help", "-h"].contains(word) {
            print(help)
            return .success
        }
        if words.first == "--version" {
            print("\(program) \(Version.installed)")
            return .success
        }
        do {
            return try work(words)
        } catch let error as UsageError {
            Log.write("\(program): \(error); see '\(program) --help'")
            return .usage
        } catch let error as ConfigurationError {
            // Without a prefix, so that an editor can jump to each place.
            Log.write("\(error)")
            return .configuration
        } catch let error as PlatformError {
            Log.write("\(program): this machine has too little left (\(error))")
            return .unavailable
        } catch {
            Log.write("\(program): \(error)")
            return .unavailable
        }
    }

    private static func work(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--check"], options: ["--config", "--log-level"] + options)
        try arguments.expectNoMore()
        try arguments.setLogLevel()
        let bridge = try prepare(arguments.value("--config") ?? standardFile, arguments)
        if arguments.has("--check") {
            print(bridge.summary)
            for consideration in bridge.considerations { print("\n!  \(consideration)") }
            return .success
        }
        for consideration in bridge.considerations { Log.warning(consideration, from: name) }
        // Before there are other threads, so that none of them takes the signals.
        return try bridge.run(SignalDescriptor(SIGINT, SIGTERM))
    }

    private static func print(_ text: String) { try? Descriptors.write(text + "\n", to: STDOUT_FILENO) }
}
