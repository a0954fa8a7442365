import Capture
import Configuration
import GPIO
import ListeningSupport
import TestSupport
import Testing

@testable import Appliance

/// An appliance inside another program.
@Suite("The appliance of a program that embeds it", .timeLimit(.minutes(minutesOfAllTests)))
struct ApplianceRunnerTests {
    /// One that hears "pump on" in its second second.
    ///
    /// - Parameters:
    ///   - length: how long there is sound, in seconds.
    ///   - waitingEvents: how many events may wait.
    private func runner(length: Double, waitingEvents: Int = 1024) throws -> ApplianceRunner {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    lights: { recording: GPIO17 }
                    outputs: { pump: { line: GPIO23 } }
                    commands: { pump: { say: "pump on", do: { output: pump, on_for: 10m } } }
                    """, name: "embedded.yaml"))
        var options = Appliance.Options()
        options.input = .file(path: "room", pace: .asFastAsPossible)
        options.logsWarnings = false
        return try ApplianceRunner(waitingEvents: waitingEvents) { [options] observer in
            try Appliance(
                configuration, options: options,
                decoders: Decoders(
                    utterance: ScriptedSearch([.words("pump on")]), wake: nil, answer: ScriptedSearch([])),
                pinout: .simulated(profile: configuration.profile.orTypical), observer: observer,
                openSound: { SyntheticAudio(speechAt: [1.0..<1.6], length: length) })
        }
    }

    /// More sound than any run of these tests hears.
    private let endless = 1e9

    @Test("Tells every event in order, the last of them the end, and then the stream is over")
    func events() async throws {
        let appliance = try runner(length: 3)
        async let summary = appliance.run()
        var names: [String] = []
        for await event in appliance.events { names.append(event.kind.name) }
        #expect(try await summary.commands == 1)
        #expect(names.contains("command"))
        #expect(names.firstIndex(of: "end") == names.count - 1)
        #expect(appliance.droppedEvents == 0)
    }

    @Test("Ends in order when its handle is raised: the pump that was to run for ten minutes is off")
    func stop() async throws {
        let appliance = try runner(length: endless)
        async let summary = appliance.run()
        var changes: [String] = []
        for await event in appliance.events {
            guard case .output(_, let isOn, let reason) = event.kind else { continue }
            changes.append("\(isOn) \(reason)")
            if isOn { appliance.stop.raise() }
        }
        #expect(try await summary.commands == 1)
        #expect(changes == ["true pump", "false exit"])
    }

    @Test("Ends in order when its task is cancelled, before the run as well as within")
    func cancellation() async throws {
        let appliance = try runner(length: endless)
        let task = Task { try await appliance.run() }
        for await event in appliance.events {
            if case .command = event.kind { task.cancel() }
        }
        #expect(try await task.value.commands == 1)

        let late = try runner(length: endless)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await late.run()
        }
        #expect(try await cancelled.value.commands == 0)
    }

    @Test("Never waits for a reader: the newest events stay, and the others are counted")
    func slowReader() async throws {
        let eager = try runner(length: 3)
        async let counted = eager.events.reduce(0) { count, _ in count + 1 }
        _ = try await eager.run()

        let ignored = try runner(length: 3, waitingEvents: 2)
        #expect(try await ignored.run().commands == 1)
        var names: [String] = []
        for await event in ignored.events { names.append(event.kind.name) }
        #expect(names.count == 2)
        #expect(names.last == "end")
        #expect(await ignored.droppedEvents == counted - 2)
    }

    @Test("Throws why it cannot begin, and ends the stream")
    func failure() async throws {
        let reason = ApplianceError.unavailable("the pin is taken")
        let appliance = try ApplianceRunner(waitingEvents: 8) { _ in throw reason }
        await #expect { try await appliance.run() } throws: { "\($0)" == "\(reason)" }
        #expect(await appliance.events.first { _ in true } == nil)
    }
}
