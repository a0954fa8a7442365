import Capture
import Configuration
import GPIO
import Glibc
import ListeningSupport
import Testing

@testable import Appliance

/// The end comes in order, whenever it comes.
@Suite struct StopTests {
    private let configuration = """
        listen: always
        lights: { recording: GPIO17 }
        outputs: { pump: { line: GPIO23 }, lamp: { line: GPIO22, at_exit: on } }
        voice: { say_back: on }
        commands:
          pump: { say: "pump on", do: { output: pump, on_for: 10m } }
          gate: { say: "gate open", do: { output: pump, on_for: 10m }, confirm: voice }
        """

    private func play(
        _ words: String, stopAt isEnd: @escaping (ApplianceEvent.Kind) -> Bool
    ) throws -> RunResult {
        try ApplianceHarness.play(
            configuration, commands: [.words(words)], speechAt: [1.0..<1.6], length: 20, stopAt: isEnd)
    }

    @Test("In the middle of a recording: the light goes out, what was kept is forgotten")
    func recording() throws {
        let outcome = try play("pump on") { if case .led("recording", true, _) = $0 { true } else { false } }
        #expect(outcome.light.map(\.isOn) == [true, false])
        #expect(outcome.summary.commands == 0)
        guard case .end = outcome.events.last?.kind else {
            Issue.record("no end")
            return
        }
    }

    @Test("Sound that ends in the middle of a command: it is done all the same, however late its words come")
    func lateWords() throws {
        let outcome = try ApplianceHarness.play(
            configuration, commands: [.words("pump on")], latency: 3, speechAt: [1.0..<1.6], length: 1.6)
        #expect(outcome.summary.commands == 1)
    }

    @Test(
        "At the end of a recording it waits for what outputs still have to do, and for no line that does not obey"
    )
    func brokenLine() throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    outputs: { pump: { line: GPIO23 }, lamp: { line: GPIO22 } }
                    commands:
                      pump: { say: "pump on", do: [{ output: pump, set: on }, { output: lamp, on_for: 10s }] }
                    """, name: "stop.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .file(path: "room", pace: .asFastAsPossible)
        options.logsWarnings = false
        let pinout = Pinout.simulated()
        let stop = try StopSignal()
        var result: [String] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: ScriptedSearch([.words("pump on")])),
            loudspeaker: SilentLoudspeaker(), pinout: pinout,
            observer: { event in
                switch event.kind {
                case .output(let name, let isOn, _): result.append("\(name) \(isOn ? "on" : "off")")
                case .warning(let text): result.append(text)
                default: break
                }
            },
            openSound: { EndlessRun(SyntheticAudio(speechAt: [1.0..<1.6], length: 3), stop) })
        pinout.simulatedChip?.failWrites(to: "GPIO23", errno: EIO)
        _ = try appliance.run(until: stop)
        #expect(!stop.isRaised, "it came to its end by itself")
        #expect(result.first?.hasPrefix("output 'pump' does not obey") == true, "\(result)")
        #expect(Array(result.dropFirst()) == ["lamp on", "lamp off"])
    }

    @Test("While an output is on for ten minutes: it is off, and one that is to be on at the end is on")
    func timedOutput() throws {
        let outcome = try play("pump on") { if case .output("pump", true, _) = $0 { true } else { false } }
        let changes = outcome.events.compactMap { event in
            if case .output(let name, let isOn, let reason) = event.kind {
                "\(name) \(isOn) \(reason)"
            } else {
                nil
            }
        }
        #expect(changes == ["pump true pump", "pump false exit", "lamp true exit"])
    }

    @Test("While a question is spoken or waits: it is withdrawn")
    func question() throws {
        for state in [ApplianceState.speaking, .confirming] {
            let outcome = try play("gate open") { if case .state(state) = $0 { true } else { false } }
            #expect(outcome.outcomes == [.asked, .withdrawn])
            #expect(outcome.moves.isEmpty)
        }
    }
}

/// A recording that has the run stopped where it would go on for ever.
private final class EndlessRun: CaptureFeed {
    private let feed: any CaptureFeed
    private let end: StopSignal
    private var questionsLeft = 100_000

    init(_ feed: any CaptureFeed, _ end: StopSignal) {
        self.feed = feed
        self.end = end
    }

    var wakeDescriptor: Int32 { feed.wakeDescriptor }
    func start() throws(CaptureError) { try feed.start() }
    func stop() { feed.stop() }

    func next() -> CaptureItem? {
        questionsLeft -= 1
        if questionsLeft == 0 { end.raise() }
        return feed.next()
    }
}
