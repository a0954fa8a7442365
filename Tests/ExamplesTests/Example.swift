import CSndFile
import Foundation
import TestSupport

/// An example program as it was built, run as a person would run it.
enum Example {
    static let recordings = "/usr/share/pocketsphinx/test/data/"
    static let goForward = recordings + "goforward.raw"

    /// Runs an example in the project's folder, with `input` typed into it, and returns the lines that it prints, what goes
    /// to the log included. After five minutes it is ended, and that is an error.
    ///
    /// - Parameters:
    ///   - input: nil for a keyboard that nobody touches.
    ///   - models: a folder of model packs, before those of the project.
    static func run(
        _ name: String, _ arguments: [String], input: String? = "", models: String? = nil
    ) throws -> [String] {
        let process = Process()
        if let models {
            process.environment = ProcessInfo.processInfo.environment.merging(["EARSHOT_MODELS": models]) {
                $1
            }
        }
        process.executableURL = URL(fileURLWithPath: BuiltProgram.path(name))
        process.currentDirectoryURL = URL(fileURLWithPath: ProjectFolder.path(""))
        process.arguments = arguments
        let output = Pipe()
        let source = Pipe()
        process.standardOutput = output
        if models != nil { process.standardError = output }
        process.standardInput = source
        try process.run()
        let identifier = process.processIdentifier
        let patience = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: patience)
        defer { patience.cancel() }
        if let input {
            try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try source.fileHandleForWriting.close()
        }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    struct Failure: Error { let status: Int32 }
    struct NotBuilt: Error { let name: String }

    /// Writes "go forward ten meters" as a file of another kind.
    static func writeGoForward(as type: Int32, to path: String) throws {
        let samples = try Data(contentsOf: URL(fileURLWithPath: goForward))
        var info = SF_INFO()
        info.samplerate = 16_000
        info.channels = 1
        info.format = type
        guard let file = sf_open(path, Int32(SFM_WRITE), &info) else { throw NotBuilt(name: path) }
        defer { sf_close(file) }
        samples.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Int16.self)
            _ = sf_write_short(file, samples.baseAddress, Int64(samples.count))
        }
    }
}
