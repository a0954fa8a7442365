import Foundation

/// A program that a test has started, with all that it writes; it is killed with the last reference to it.
public final class RunningProgram: Sendable {
    private let process: Process
    private let output = ProgramOutput()
    private let input = Pipe()

    /// - Parameters:
    ///   - program: a path, or a name for PATH.
    ///   - keepsInput: whether its standard input stays open, for ``feed(_:)``.
    ///   - environment: in addition to that of the tests.
    public init(
        _ program: String, _ arguments: [String], keepsInput: Bool = false,
        environment: [String: String] = [:]
    ) throws {
        // A program that ends while it is fed is the test's to notice, not the end of all tests.
        Foundation.signal(SIGPIPE, SIG_IGN)
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        // Debian has the broker where only root looks.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin"]) { $1 }
            .merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = keepsInput ? input : FileHandle.nullDevice
        try process.run()
        output.read(from: pipe)
    }

    /// Runs a program to its end: its exit code, or the negative of the signal that ended it, and all that it wrote.
    public static func outcome(of program: String, _ arguments: [String]) throws -> (
        status: Int32, text: String
    ) {
        let program = try RunningProgram(program, arguments)
        let status = program.end(by: 0)
        program.output.awaitEnd(within: .seconds(5))
        return (status, program.text)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGCONT)
        process.waitUntilExit()
    }

    /// All that it has written so far.
    public var text: String { output.text }

    /// How many lines it has written.
    public var lineCount: Int { text.count { $0 == "\n" } }

    public func feed(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }

    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Ends it, and waits for that; returns its exit code, or the negative of the signal that ended it.
    @discardableResult
    public func end(by number: Int32 = SIGTERM) -> Int32 {
        signal(number)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// Waits until it has written something like `pattern`, after the first `start` lines.
    ///
    /// - Throws: ``NotWritten`` if it has not by then.
    @discardableResult
    public func writes(
        _ pattern: String, after start: Int = 0, within limit: Duration = .seconds(120)
    ) throws -> Substring {
        let expression = try Regex(pattern)
        let end = ContinuousClock.now + limit
        repeat {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().dropFirst(
                start)
            if let line = lines.first(where: { $0.contains(expression) }) { return line }
            usleep(10_000)
        } while ContinuousClock.now < end
        throw NotWritten(description: "not written: \(pattern)\n\(text)")
    }

    public struct NotWritten: Error, CustomStringConvertible { public let description: String }
}
