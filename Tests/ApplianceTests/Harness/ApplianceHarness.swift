import Capture
import Configuration
import GPIO
import ListeningSupport
import Models
import Service
import Synchronization
import Utterance

@testable import Appliance

/// The whole appliance but its decoders and its hardware: a room, a board in memory, and scripted words, so that every
/// moment is known.
enum ApplianceHarness {
    /// - Parameters:
    ///   - configuration: YAML.
    ///   - commands: what the decoder of commands answers, utterance by utterance.
    ///   - answers: likewise yes and no.
    ///   - partials: what the decoder of commands hears meanwhile, one a block.
    ///   - evidence: of speech, in that.
    ///   - latency: how often it is asked in vain for what comes of an utterance.
    ///   - wake: finds wake phrases.
    ///   - noises: when somebody speaks, in seconds.
    ///   - radio: when somebody speaks much more quietly.
    ///   - gaps: when nothing is captured.
    ///   - closed: lines whose contact is closed from the start.
    ///   - script: what happens to the board.
    ///   - talkKey: where somebody types.
    ///   - length: how long there is sound, in seconds.
    ///   - opensLate: whether the microphone takes its time to open.
    ///   - asksEngine: whether the configured engine is asked before the decoder of commands.
    ///   - writesText: whether text goes where the configuration says.
    ///   - runtimeFolder: where a service would keep it that it was muted.
    ///   - change: makes the configuration what no file could.
    ///   - isEnd: which event raises the stop signal.
    static func play(
        _ configuration: String, commands: [ScriptedSearch.Line] = [], answers: [ScriptedSearch.Line] = [],
        partials: [String] = [], evidence: Double? = nil, latency: Int = 0, wake: (any WakeSearch)? = nil,
        speechAt noises: [Range<Double>] = [],
        radioAt radio: [Range<Double>] = [], gapsAt gaps: [Range<Double>] = [], closed: [String] = [],
        script: String = "", talkKey: Int32? = nil, length: Double = 5, opensLate: Bool = false,
        loudspeaker: (any Loudspeaker)? = nil, logsWarnings: Bool = false, asksEngine: Bool = false,
        writesText: Bool = false, runtimeFolder: String? = nil,
        changing change: (inout ApplianceConfiguration) -> Void = { _ in },
        stopAt isEnd: @escaping (ApplianceEvent.Kind) -> Bool = { _ in false }
    ) throws -> RunResult {
        var configuration = try ApplianceConfiguration(Document(text: configuration, name: "stage.yaml"))
        change(&configuration)
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .file(path: "room", pace: .asFastAsPossible)
        options.logsWarnings = logsWarnings
        options.writesText = writesText
        options.script = try BoardScript(text: script, name: "script", buttons: configuration.buttonNames)
        options.talkKey = talkKey
        options.opensSocket = runtimeFolder != nil
        options.runtimeFolder = runtimeFolder
        let stop = try StopSignal()
        let decoders = (
            commands: ScriptedSearch(commands, partials: partials, latency: latency, evidence: evidence),
            answers: ScriptedSearch(answers)
        )
        var search: any WordSearch = decoders.commands
        if asksEngine, let engine = configuration.dictation.search(in: LocaleTag("en-US")!) {
            search = try EngineSearch(engine, builtIn: search)
        }
        let pinout = Pinout.simulated(profile: configuration.profile.orTypical)
        for line in closed { pinout.simulatedChip?.press(line, at: .zero) }
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: search, wake: wake, answer: decoders.answers),
            loudspeaker: loudspeaker, pinout: pinout,
            observer: { event in
                events.append(event)
                if isEnd(event.kind) { stop.raise() }
            },
            openSound: {
                SyntheticAudio(
                    speechAt: noises, radioAt: radio, gapsAt: gaps, length: length, opensLate: opensLate)
            })
        let summary = try appliance.run(until: stop)
        return RunResult(
            events: events, summary: summary, commands: decoders.commands, answers: decoders.answers)
    }

    /// As above, live: until the microphone's end, by its clock.
    ///
    /// - Parameters:
    ///   - manager: what a service manager would be.
    ///   - tellsBlinks: whether events tell of each blink.
    ///   - opensSocket: whether programs may connect.
    ///   - writesMetrics: whether counters are written.
    ///   - path: the configuration's file.
    ///   - talkKey: where somebody types.
    ///   - verdict: until it is raised, nothing comes of an utterance.
    ///   - reloaded: what the decoder of a configuration that is loaded later answers.
    static func play(
        _ configuration: String, path: String = "stage.yaml", on microphone: any DrivenMicrophone,
        commands: [ScriptedSearch.Line] = [], latency: Int = 0,
        script: String = "", talkKey: Int32? = nil,
        manager: ServiceManager = ServiceManager(watchdog: nil) { _ in },
        tellsBlinks: Bool = false, opensSocket: Bool = false, writesMetrics: Bool = false,
        verdict: StopSignal? = nil, reloaded: [ScriptedSearch.Line] = []
    ) throws -> RunResult {
        let configuration = try ApplianceConfiguration(Document(text: configuration, name: path))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .device(DeviceOptions())
        options.logsWarnings = false
        options.script = try BoardScript(text: script, name: "script", buttons: configuration.buttonNames)
        options.talkKey = talkKey
        let log = LoggedLines()
        options.log = { log.add($0) }
        options.tellsBlinks = tellsBlinks
        options.opensSocket = opensSocket
        options.writesMetrics = writesMetrics
        let decoders = (
            commands: ScriptedSearch(commands, latency: latency) { verdict?.isRaised == false },
            answers: ScriptedSearch([])
        )
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: decoders.commands, wake: nil, answer: decoders.answers),
            loudspeaker: SilentLoudspeaker(), observer: { events.append($0) }, openSound: { microphone })
        appliance.clock = ApplianceClock(source: microphone.machineClock)
        appliance.service = ServiceReporter(manager)
        appliance.makeDecoders = { _ in
            Decoders(utterance: ScriptedSearch(reloaded), wake: nil, answer: ScriptedSearch([]))
        }
        let summary = try appliance.run(until: microphone.end)
        return RunResult(
            events: events, summary: summary, commands: decoders.commands, answers: decoders.answers,
            log: log.all)
    }
}

/// What the log said.
private final class LoggedLines: Sendable {
    private let lines = Mutex<[EventLog.Line]>([])

    func add(_ line: EventLog.Line) { lines.withLock { $0.append(line) } }
    var all: [EventLog.Line] { lines.withLock { $0 } }
}

/// What a run came to.
struct RunResult {
    var events: [ApplianceEvent]
    var summary: ApplianceEvent.Summary
    var commands: ScriptedSearch
    var answers: ScriptedSearch
    /// What the log said, of a live run.
    var log: [EventLog.Line] = []

    /// The outcomes of questions, in order.
    var outcomes: [ApplianceEvent.ConfirmOutcome] {
        events.compactMap { if case .confirm(_, let outcome, _) = $0.kind { outcome } else { nil } }
    }

    /// Outputs that changed while the run lasted, as "pump on".
    var moves: [String] {
        events.compactMap { event in
            guard case .output(let name, let isOn, let reason) = event.kind, reason != "exit" else {
                return nil
            }
            return "\(name) \(isOn ? "on" : "off")"
        }
    }

    var states: [ApplianceState] {
        events.compactMap { if case .state(let state) = $0.kind { state } else { nil } }
    }

    func time(of state: ApplianceState) -> Duration? {
        events.first { if case .state(state) = $0.kind { true } else { false } }?.time
    }

    func time(of outcome: ApplianceEvent.ConfirmOutcome) -> Duration? {
        events.first { if case .confirm(_, outcome, _) = $0.kind { true } else { false } }?.time
    }

    var warnings: [String] {
        events.compactMap { if case .warning(let text) = $0.kind { text } else { nil } }
    }

    /// When the recording light went on or off.
    var light: [(time: Duration, isOn: Bool)] {
        events.compactMap { event in
            if case .led("recording", let isOn, _) = event.kind { (event.time, isOn) } else { nil }
        }
    }
}
