import Foundation
import TestSupport

/// The program as it was built, run as a person would run it.
enum Tool {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// Standard output as one JSON object a line.
        func events() throws -> [[String: Any]] {
            try output.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let object = object as? [String: Any] else { throw NotAnObject(line: String(line)) }
                return object
            }
        }
    }

    struct NotAnObject: Error { let line: String }

    static let recordings = "/usr/share/pocketsphinx/test/data/"

    private static let program = URL(fileURLWithPath: BuiltProgram.earshot)

    /// Runs the program in the project's folder and waits for its end.
    static func run(_ arguments: [String], input: Data = Data()) throws -> Outcome {
        try run(program, arguments, input, ProcessInfo.processInfo.environment)
    }

    private static func run(
        _ program: URL, _ arguments: [String], _ input: Data, _ environment: [String: String]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = program
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: ProjectFolder.path(""))
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        let source = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = source
        try process.run()
        // Each pipe on a thread of its own: a full one would stop the program.
        let diagnostics = Reading(errors)
        let feeding = Thread {
            try? source.fileHandleForWriting.write(contentsOf: input)
            try? source.fileHandleForWriting.close()
        }
        feeding.start()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: diagnostics.text())
    }

    /// Runs a line of shell, with `$EARSHOT` for the program.
    static func shell(_ line: String) throws -> Outcome {
        try run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", line], Data(),
            ProcessInfo.processInfo.environment.merging(["EARSHOT": program.path]) { $1 })
    }

    /// Runs the program where nothing that comes with it is found, except `models`.
    static func elsewhere(_ arguments: String, models: String = "/nowhere") throws -> Outcome {
        let copy = try temporaryFile("", name: "moved")
        return try shell(
            """
            ln -f $EARSHOT \(copy) 2>/dev/null || cp -p $EARSHOT \(copy)
            cd /; HOME=/nowhere XDG_DATA_HOME=/nowhere EARSHOT_MODELS=\(models) \(copy) \(arguments)
            """)
    }

    /// Runs the program as if it were installed in `folder`, with what lies under `folder/share`; its models are the
    /// project's.
    static func installed(in folder: String, _ arguments: String) throws -> Outcome {
        try shell(
            """
            mkdir -p \(folder)/bin
            ln -f $EARSHOT \(folder)/bin/earshot 2>/dev/null || cp -p $EARSHOT \(folder)/bin/earshot
            EARSHOT_MODELS=\(ProjectFolder.path("models")) \(folder)/bin/earshot \(arguments)
            """)
    }

    /// A file in a folder of its own, gone when the tests are over.
    static func temporaryFile(_ text: String, name: String) throws -> String {
        let folder = UUID().uuidString
        _ = TemporaryFolder.ofProcess.makeFolder(folder)
        return TemporaryFolder.ofProcess.write(text, to: "\(folder)/\(name)")
    }
}

/// Reads a pipe to its end while others do the same.
private final class Reading: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var data = Data()

    init(_ pipe: Pipe) {
        DispatchQueue.global().async {
            self.data = pipe.fileHandleForReading.readDataToEndOfFile()
            self.done.signal()
        }
    }

    func text() -> String {
        done.wait()
        return String(decoding: data, as: UTF8.self)
    }
}
