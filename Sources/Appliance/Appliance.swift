import Capture
import GPIO
import Glibc
import Interpretation
import Platform
import Speech
import Utterance

/// The whole of it: sound comes in, words are understood, pins move.
///
/// One thread owns an appliance, makes it and runs it; `run` returns when the input has ended or the stop signal
/// came, with every output safe and every light out. Everything that happens is told as a `ApplianceEvent`, on that
/// thread.
///
/// ```swift
/// let configuration = try ApplianceConfiguration.load("models/examples/relays.yaml")
/// let summary = try StopSignal.withTerminationSignals { stop in  // Ctrl-C and SIGTERM end it in order
///     let appliance = try Appliance(configuration) { event in print(event.json) }
///     return try appliance.run(until: stop)
/// }
/// ```
///
/// The microphone and the board's pins may be replaced by a recording and by a board in memory (`Options`); what is
/// behind them is the same.
public final class Appliance {
    /// What stands in for the microphone and the board.
    ///
    /// ```swift
    /// var options = Appliance.Options()
    /// options.input = .file(path: "radio.flac", pace: .realTime)
    /// options.board = .simulated
    /// ```
    public struct Options: Sendable {
        /// The board whose pins are moved.
        public enum Board: Sendable, Hashable {
            /// This machine's own.
            case system
            /// One that exists in memory.
            case simulated
        }

        /// Where sound comes from; nil is the configured microphone.
        public var input: AudioInput?
        /// Whose pins are moved.
        public var board = Board.system
        /// What happens to the simulated board, and when; nil is nothing. Only pulling out the microphone has a meaning for
        /// this machine's own board.
        public var script: BoardScript?
        /// Where lines are typed, each of which is the talk button of the simulated board: a press, or where the button is to be
        /// held, by turns its press and its release. Standard input, as a rule; nil is nowhere.
        public var talkKey: Int32?
        /// Whether warnings, and what is wrong with the sound, are written to the log as well as told in events, for where
        /// nobody reads these.
        public var logsWarnings = true
        /// Sees every block of sound before it is heard, on the thread that calls `run`: for level meters.
        public var meter: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
        /// Hears of every place that sounded like a wake phrase, believed or not, on the thread that calls `run`.
        public var wakeWitness: (@Sendable (WakeDetection) -> Void)?

        /// The configured microphone, and this machine's own pins.
        public init() {}
    }

    let configuration: ApplianceConfiguration
    let devices: BoardDevices
    let segmenter: UtteranceSegmenter
    let prompts: PromptPlayer
    var interpreter: UtteranceInterpreter
    let sound: any CaptureFeed
    let source: Source
    /// What is known of the microphone; nil unless it is one.
    let cepstralMeans: CepstralMeanCache?
    private let observer: (ApplianceEvent) -> Void
    private let logsWarnings: Bool
    let meter: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?

    var machine: ApplianceStateMachine
    var clock = ApplianceClock()
    var summary = ApplianceEvent.Summary()
    /// The command that waits for a yes.
    var question: Question?
    /// What the next utterance is begun by.
    var cause = UtteranceSegmenter.Trigger.button
    /// Whether a button or a wake phrase asked for the newest utterance.
    var isAskedFor = false
    /// The words of the newest partial hypothesis that was told.
    var partialText = ""
    /// When the last word of the command that is being done ended, for the response time.
    var lastWordEnd: Duration?
    /// What is still to happen to the board.
    var script: ArraySlice<BoardScript.Step>
    /// The keyboard that stands in for the talk button.
    var talkKey: TalkKey?
    /// Whether all sound that came in has been looked at.
    private var isCaughtUp = true
    /// The input as it was opened last; nil before.
    var opened: (device: String, format: AudioFormat)?
    /// When the script pulled the microphone out; nil while it is in.
    var unpluggedAt: Duration?
    /// When the input had nothing more to give; nil while it has.
    var endedAt: Duration?
    /// When to try again what does not work; nil while everything does.
    var faultRetryAt: Duration?
    /// Why nothing can be heard, when it cannot.
    var trouble = ""
    var manager = ServiceManager()
    var vitals: WatchdogMonitor?

    /// What matters about the input.
    static let sampleRate = AudioFormat.recognition.sampleRate

    struct Source {
        var name: String
        /// A device does not wait; everything else does, and is decoded in step with its frames, so that every run
        /// gives the same events at the same times.
        var isLive: Bool
        /// Nobody waits for it: time jumps where nothing happens.
        var isHurried: Bool
    }

    /// Takes the lines, loads the models and opens the input.
    ///
    /// - Parameters:
    ///   - configuration: A checked one, from `ApplianceConfiguration.load`.
    ///   - options: What stands in for the microphone and the board.
    ///   - observer: Hears of every event, on the thread that calls `run`.
    /// - Throws: `ApplianceError.unavailable`: a pin is taken, a model is missing, a microphone cannot be heard;
    ///   `.unreadable`: a recording cannot be read; `.configuration` when no model speaks its language.
    public convenience init(
        _ configuration: ApplianceConfiguration, options: Options = Options(),
        observer: @escaping (ApplianceEvent) -> Void
    ) throws(ApplianceError) {
        let decoders: Decoders
        do {
            decoders = try DecoderFactory.decoders(for: configuration)
        } catch {
            throw ApplianceError(error, in: configuration)
        }
        try self.init(configuration, options: options, decoders: decoders, observer: observer)
    }

    /// As above, with decoders that were made before, for this configuration.
    convenience init(
        _ configuration: ApplianceConfiguration, options: Options, decoders: Decoders,
        observer: @escaping (ApplianceEvent) -> Void
    ) throws(ApplianceError) {
        let input = options.input ?? .device(configuration.capture)
        try self.init(configuration, options: options, decoders: decoders, observer: observer) {
            () throws(CaptureError) in
            try LiveCapture(input, logsEvents: options.logsWarnings)
        }
    }

    /// As above, with sound from `openSound`, which is asked once the lines are taken: outputs are safe before
    /// anything else can fail; `pinout` stands in for the pins of `options.board`.
    init(
        _ configuration: ApplianceConfiguration, options: Options, decoders: Decoders,
        loudspeaker: (any Loudspeaker)? = nil, pinout: Pinout? = nil,
        observer: @escaping (ApplianceEvent) -> Void, openSound: () throws(CaptureError) -> any CaptureFeed
    ) throws(ApplianceError) {
        self.configuration = configuration
        self.observer = observer
        meter = options.meter
        logsWarnings = options.logsWarnings
        source = Source(options.input ?? .device(configuration.capture))
        cepstralMeans = source.isLive ? decoders.cepstralMeans : nil
        script = (options.script?.steps ?? [])[...]
        talkKey = options.talkKey.map { TalkKey($0) }
        machine = ApplianceStateMachine(
            listen: configuration.listen, hasTones: configuration.voice?.hasTones ?? false)
        let voice = configuration.voice ?? VoiceOptions()
        prompts = PromptPlayer(loudspeaker ?? (source.isLive ? CardLoudspeaker(voice) : SilentLoudspeaker()))
        interpreter = configuration.interpreter
        do {
            devices =
                if let pinout {
                    try BoardDevices(configuration, on: pinout)
                } else {
                    try BoardDevices(configuration, board: options.board)
                }
        } catch {
            throw .unavailable("\(error)")
        }
        segmenter = UtteranceSegmenter(
            configuration, decoders: decoders, isLockstep: !source.isLive, wakeWitness: options.wakeWitness)
        do {
            sound = try openSound()
        } catch {
            throw source.isLive ? .unavailable("\(error)") : .unreadable("\(error)")
        }
    }

    /// Listens and acts until the input ends or `stop` is raised. An appliance runs once.
    ///
    /// - Parameters:
    ///   - stop: Ends it in order.
    ///   - progress: Hears how much sound has been heard, about once a second of it.
    /// - Returns: What the run came to.
    /// - Throws: `ApplianceError.unavailable` when capture cannot begin.
    public func run(
        until stop: StopSignal, progress: (Duration) -> Void = { _ in }
    ) throws(ApplianceError) -> ApplianceEvent.Summary {
        var told = Duration.zero
        emit(.state(machine.state))
        show(machine.state)
        if devices.buttons.isMuted { handle(.muted(true)) }
        do {
            try sound.start()
        } catch {
            shutDown()
            throw .unavailable("\(error)")
        }
        if source.isLive {
            vitals = manager.watchdog.map { WatchdogMonitor(period: $0, clock: clock.source) }
        }
        while !stop.isRaised {
            beat()
            if let delivery = sound.next() {
                // What is read from a file has not been heard by anybody yet.
                isCaughtUp = !source.isLive
                take(delivery)
                if summary.audio - told >= .seconds(1) {
                    told = summary.audio
                    progress(told)
                }
            } else if endedAt != nil, !awaitsWords {
                guard let next = nextMoment else { break }
                passTime(to: next, until: stop)
            } else {
                isCaughtUp = true
                wait(until: stop)
                if source.isLive { clock.tick() }
                advance()
            }
        }
        manager.stopping()
        // Closing a device may take a while; the light and the outputs do not wait for it.
        shutDown()
        sound.stop()
        cepstralMeans?.save()
        if source.isLive { SpeechRecognizer.microphoneIsUnavailable(because: nil) }
        return summary
    }

    // MARK: - Time

    /// Does everything that is due at the clock's time.
    func advance() {
        let now = clock.now
        takeTalkKey(at: now)
        playScript(at: now)
        takeButtons(at: now)
        if let end = segmenter.recordingEnd, end <= now, machine.state == .recording { handle(.stop) }
        takeQuiet(at: now)
        if machine.state == .confirming, let end = question?.until, end <= now { answer(.timedOut) }
        if let retry = faultRetryAt, retry <= now { tryAgain(at: now) }
        showLights(at: now)
        note(devices.outputs.advance(to: now))
    }

    /// Goes on once what is being said has died away.
    private func takeQuiet(at now: Duration) {
        let isQuiet = prompts.becameQuiet(at: now, isCaughtUp: isCaughtUp)
        if let failure = prompts.takeFailure() { emit(.warning(failure)) }
        if isQuiet { handle(.quiet) }
    }

    /// When something is to happen although no sound comes; nil when nothing is.
    private var nextMoment: Duration? {
        var moments: [Duration?] = [
            script.first?.time, devices.outputs.nextDeadline, question?.until, segmenter.recordingEnd,
            prompts.nextDeadline,
        ]
        // Buttons and lights never end by themselves; they count only while something else is to come.
        if moments.contains(where: { $0 != nil }) { moments.append(devices.buttons.nextDeadline) }
        return moments.compactMap { $0 }.min().map { max($0, clock.now) }
    }

    /// Whether what was said last is still being searched. A search that takes longer than any may is not waited for, when no
    /// more sound comes.
    private var awaitsWords: Bool {
        guard let endedAt, machine.state == .deciding else { return false }
        let patience =
            WatchdogMonitor.longestThought + configuration.limits.longest * WatchdogMonitor.thoughtPerSecond
        return clock.present < endedAt + patience
    }

    /// After the last frame: what was begun is brought to its end, in real time where the input was.
    private func passTime(to moment: Duration, until stop: StopSignal) {
        if source.isHurried {
            clock.skip(to: moment)
        } else {
            while clock.now < moment, !stop.isRaised {
                wait(until: stop)
                clock.tick(upTo: moment)
                showLights(at: clock.now)
            }
        }
        advance()
    }

    /// Waits for sound, a result, a button or the signal, and 10 ms at most: patterns and timers move on meanwhile.
    private func wait(until stop: StopSignal) {
        var items =
            [stop.descriptor, sound.wakeDescriptor] + segmenter.wakeDescriptors + devices.buttons.descriptors
        if endedAt != nil { items.removeSubrange(1...1) }
        if let talkKey, talkKey.isPresent { items.append(talkKey.descriptor) }
        var waiting = items.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, nfds_t(waiting.count), 10)
        takeUpdates()
        segmenter.takeDetections()
    }

    // MARK: - The end

    private func shutDown() {
        prompts.silence(at: clock.now)
        withdraw()
        if machine.state == .recording || machine.state == .deciding {
            segmenter.discard()
        }
        note(devices.outputs.makeSafe(at: clock.now))
        for change in devices.lights.darken(at: clock.now) {
            emit(.led(name: change.light.rawValue, on: change.isOn))
        }
        emit(.end(summary))
    }

    // MARK: - The service manager

    /// Tells the watchdog of life, as long as there is any.
    private func beat() {
        if vitals?.beats() == true { manager.alive() }
    }

    /// Says what the state is, and at the first one after the start that it is ready.
    func tellManager(_ state: ApplianceState, from before: ApplianceState) {
        vitals?.turned(to: state)
        if before == .starting { manager.ready() }
        manager.show(state, because: trouble)
    }

    // MARK: - Telling

    func emit(_ kind: ApplianceEvent.Kind) {
        count(kind)
        observer(ApplianceEvent(kind, at: clock.now))
    }

    /// Counts what must not be lost silently. Gaps and outages are logged by capture.
    private func count(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .gap(let duration, _, _):
            summary.gaps += 1
            summary.missing += duration
        case .availability(false, _, _):
            summary.outages += 1
        case .warning(let message):
            summary.warnings += 1
            if logsWarnings { Log.warning(message, from: "appliance") }
        default: break
        }
    }
}

extension Appliance.Source {
    init(_ input: AudioInput) {
        switch input {
        case .device(let options):
            self.init(name: options.name ?? "microphone", isLive: true, isHurried: false)
        case .file(let path, let pace):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            self.init(name: name, isLive: false, isHurried: pace == .asFastAsPossible)
        case .standardInput(_, let pace):
            self.init(name: "standard input", isLive: false, isHurried: pace == .asFastAsPossible)
        }
    }
}
