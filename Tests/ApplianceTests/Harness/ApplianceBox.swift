import Foundation
import Glibc
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

/// An appliance at work on a thread of its own while a test asks things of it, on a clock that runs as fast as it is asked: a
/// box with a talk button, a mute switch, a light and three outputs.
final class ApplianceBox {
    /// Where it listens.
    let path: String

    private final class Holder: @unchecked Sendable {
        // Unchecked, as the test looks only once the thread has ended.
        var result: Result<RunResult, any Error>?
    }

    /// What the thread is given, and the test does not look at again.
    private struct Work: @unchecked Sendable {
        let microphone: Microphone
        let commands: [ScriptedSearch.Line]
        let reloaded: [ScriptedSearch.Line]
    }

    private let socket: String
    private let file: String
    private let microphone: Microphone
    private let holder = Holder()
    private let thread: SystemThread

    /// - Parameters:
    ///   - socket: more keys of the socket.
    ///   - mode: what a press of the talk button means.
    ///   - script: what happens to the board.
    ///   - talkKey: where somebody types.
    ///   - commands: what the decoder answers.
    ///   - verdict: until it is raised, nothing comes of an utterance.
    ///   - reloaded: what the decoder of a configuration that is loaded later answers.
    init(
        socket: String = "", mode: String = "hold", script: String = "", talkKey: Int32? = nil,
        commands: [ScriptedSearch.Line] = [], verdict: StopSignal? = nil,
        reloaded: [ScriptedSearch.Line] = []
    ) throws {
        self.socket = socket
        let name = UUID().uuidString.prefix(8)
        path = TemporaryFolder.ofProcess.path("\(name).events")
        file = TemporaryFolder.ofProcess.path("\(name).yaml")
        microphone = try Microphone(length: 1e7)
        let work = Work(microphone: microphone, commands: commands, reloaded: reloaded)
        let text = Self.text(
            path, socket,
            outputs: """
                lamp: { line: GPIO22 }, pump: { line: GPIO23, max_on: 10h },
                gate: { line: GPIO24, min_dwell: 1h, initial: on }
                """,
            commands: """
                lamp: { say: "lamp <state>", do: { output: lamp, set: <state> } },
                pump: { say: pump on, do: { output: pump, set: on }, confirm: button }
                """, mode: mode)
        _ = TemporaryFolder.ofProcess.write(text, to: "\(name).yaml")
        let (file, holder) = (file, holder)
        thread = try SystemThread(name: "box") {
            holder.result = Result {
                try ApplianceHarness.play(
                    text, path: file, on: work.microphone, commands: work.commands, script: script,
                    talkKey: talkKey, opensSocket: true, verdict: verdict, reloaded: work.reloaded)
            }
        }
        let clock = MonotonicClock()
        let limit = clock.now + .seconds(60)
        while !isListening, clock.now < limit { usleep(1000) }
    }

    private var isListening: Bool {
        let probe = LocalSocket.make()
        defer { close(probe) }
        return LocalSocket.withAddress(of: path) { connect(probe, $0, $1) } == 0
    }

    /// What is asked meanwhile is asked in one moment of the appliance's, however busy this machine is.
    func inOneMoment<Result>(_ ask: () throws -> Result) rethrows -> Result {
        microphone.stands.store(true, ordering: .releasing)
        defer { microphone.stands.store(false, ordering: .releasing) }
        return try ask()
    }

    /// Writes another configuration in place of the one that it works by.
    func rewrite(
        outputs: String, commands: String, lights: String? = nil, listen: String = "button",
        mode: String = "hold", talkLine: String = "GPIO27", more: String = ""
    ) throws {
        let text = Self.text(
            path, socket, outputs: outputs, commands: commands, lights: lights, listen: listen, mode: mode,
            talkLine: talkLine, more: more)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// What it has come to, once it has ended.
    func finish() throws -> RunResult {
        microphone.end.raise()
        thread.join()
        return try #require(holder.result).get()
    }

    private static func text(
        _ path: String, _ socket: String, outputs: String, commands: String, lights: String? = nil,
        listen: String = "button", mode: String = "hold", talkLine: String = "GPIO27", more: String = ""
    ) -> String {
        """
        listen: \(listen)
        limits: { longest: 1h, speech_within: 60s }
        socket: { path: \(path)\(socket) }
        lights: \(lights ?? "{ recording: GPIO17 }")
        buttons: { talk: { line: \(talkLine), mode: \(mode) }, mute: { line: GPIO4, mode: hold } }
        outputs: { \(outputs) }
        commands: { \(commands) }
        rules: { state: "on | off" }
        \(more)
        """
    }
}
