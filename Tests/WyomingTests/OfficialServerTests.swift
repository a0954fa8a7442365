import Foundation
import TestSupport
import Testing

@testable import Wyoming

/// Against servers that the protocol's own Python package makes: they run where 'make setup-wyoming' has installed it.
@Suite(
    .enabled(if: OfficialServer.isInstalled, "needs 'make setup-wyoming'"),
    .timeLimit(.minutes(minutesOfAllTests)))
struct OfficialServerTests {
    @Test(
        "The official package hears all sound and what is asked for, by a socket of the file system and by a port",
        arguments: [true, false])
    func answers(isLocal: Bool) throws {
        let server = try OfficialServer("answers", isLocal: isLocal)
        let request = WyomingRequest(model: "base", language: "de", hints: ["Zoë"])
        let outcome = try Utterance.say(to: server.address, request).last
        #expect(
            outcome
                == .final(
                    #"{"bytes": 48000, "language": "de", "name": "base", "context": {"hints": ["Zo\u00eb"]}}"#
                ))
    }

    @Test("Partial texts of the official package come while it is spoken")
    func streams() throws {
        let server = try OfficialServer("streams")
        let updates = try Utterance.say(to: server.address, waitingForPartials: 1)
        guard case .partial(let text) = updates.first else { throw Unexpected(updates) }
        #expect(text.hasPrefix("1"))
        guard case .final = updates.last else { throw Unexpected(updates) }
    }

    @Test("One that is slow to hear has its time")
    func slow() throws {
        let server = try OfficialServer("slow")
        guard case .final = try Utterance.say(to: server.address, pieces: 5).last else {
            throw Unexpected("no text")
        }
    }

    @Test("Its errors, its silence, its garbage and its end are told apart")
    func failures() throws {
        func failure(_ manner: String, answer: Duration = .seconds(10)) throws -> WyomingError? {
            let server = try OfficialServer(manner)
            let outcome = try Utterance.say(to: server.address, pieces: 1, answer: answer).last
            guard case .failed(let error) = outcome else { throw Unexpected(outcome) }
            #expect("\(error)".hasPrefix(server.address))
            return error
        }
        guard case .refused(_, "out of memory") = try failure("refuses") else { throw Unexpected("refuses") }
        guard case .late = try failure("hangs", answer: .milliseconds(300)) else { throw Unexpected("hangs") }
        guard case .late = try failure("late", answer: .milliseconds(300)) else { throw Unexpected("late") }
        guard case .garbled(_, .noHeader) = try failure("garbage") else { throw Unexpected("garbage") }
        guard case .disconnected = try failure("hangs-up") else { throw Unexpected("hangs-up") }
    }
}

/// A server of the official package, in a process of its own that ends with its last reference.
final class OfficialServer {
    private static let python = ".build/wyoming/bin/python"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python) }

    let address: String
    private let process = Process()
    private let end = Pipe()

    init(_ manner: String, isLocal: Bool = true) throws {
        address =
            isLocal
            ? "unix://" + TemporaryFolder.ofProcess.path("\(UUID().uuidString.prefix(8)).asr")
            : "tcp://127.0.0.1:\(FreePort.find())"
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["Tests/WyomingTests/server.py", manner, address]
        process.standardInput = end
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    deinit {
        try? end.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }
}
