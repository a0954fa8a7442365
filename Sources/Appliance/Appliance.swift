import Capture
import GPIO
import Interpretation
import Utterance

/// The whole of it: sound comes in, words are understood, pins move.
///
/// One thread owns an appliance, makes it and runs it; `run` returns when the input has ended or the stop signal
/// came, with every output safe and every light out. Everything that happens is reported as an `ApplianceEvent`, on
/// that thread.
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
    /// What it works by, until another one is loaded.
    var configuration: ApplianceConfiguration
    /// Lights, buttons and outputs.
    var devices: BoardDevices
    /// Makes utterances of sound, and hypotheses of them.
    var segmenter: UtteranceSegmenter
    /// Speaks and beeps.
    var prompts: PromptPlayer
    /// Gives events away and counts them.
    let reporter: EventReporter
    /// What a run may be told of beyond its configuration.
    let options: Options
    /// Where programs are told what happens, and ask for something; nil where there is none.
    var server: EventServer?
    /// When it is tried again to have one; nil where there is one, or none is wanted.
    var socketRetry: Duration?
    /// Who holds it muted.
    var muting = Muting()
    /// The configuration that is being read again.
    var reload: PendingReload?
    /// Makes the decoders of another configuration.
    var makeDecoders: DecoderMaker = { configuration throws(ApplianceError) in
        try DecoderFactory.decoders(for: configuration)
    }
    /// How loud it was lately.
    var recentLevel = RecentLevel()
    /// The frame up to which sound was not to be heard; nil while it is.
    var unheard: UInt64?
    /// Whether the card keeps its rate.
    var framePace = FramePace()
    /// Whether the microphone gives nothing but silence.
    var silence = MicrophoneSilence()
    /// The file for the counters, if one is configured.
    var metrics: MetricsFile?
    /// When it began, by the machine's clock.
    lazy var beganAt = clock.source.now
    /// Since when words are waited for; nil while none are.
    var decidingSince: Duration?
    /// When the talk button was pressed, by the machine's clock; nil once that has been answered.
    var pressedAt: Duration?
    /// The press of a program that has not let go of the talk button.
    var programPress: ProgramPress?
    /// Says what is believed of a hypothesis.
    var interpreter: UtteranceInterpreter
    /// Writes down what is dictated.
    var dictation: DictationRecord
    /// Whether free speech is understood in time.
    var pace: DictationPace
    /// Where sound comes from.
    var input: SoundInput
    /// Says what follows from what happens.
    var machine: ApplianceStateMachine
    /// What time it is for all of these.
    var clock = ApplianceClock()
    /// What is known of the utterance under way, beyond its sound.
    var utterance = UtteranceProgress()
    /// The command that waits for a yes.
    var question: PendingConfirmation?
    /// The newest command, while more words may belong to it.
    var unfinished: UnfinishedCommand?
    /// Pending while the lights do not obey.
    var fault = FaultRetry()
    /// Tells the service manager how it goes.
    var service = ServiceReporter()

    /// The rate at which everything is heard, in Hz.
    static let sampleRate = AudioFormat.recognition.sampleRate

    /// Takes the lines, loads the models and opens the input.
    ///
    /// - Parameters:
    ///   - configuration: A checked one, from `ApplianceConfiguration.load`.
    ///   - options: What stands in for the microphone and the board.
    ///   - observer: Called with every event, on the thread that calls `run`.
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
        let source = options.input ?? .device(configuration.capture)
        self.options = options
        reporter = EventReporter(options, configuration, observer: observer)
        machine = ApplianceStateMachine(
            listen: configuration.listen, hasTones: configuration.voice?.hasTones ?? false)
        let voice = configuration.voice ?? VoiceOptions()
        prompts = PromptPlayer(loudspeaker ?? (source.isLive ? CardLoudspeaker(voice) : SilentLoudspeaker()))
        interpreter = configuration.interpreter
        dictation = DictationRecord(configuration)
        pace = DictationPace(configuration.dictation.builtIn.profile)
        do {
            devices = try BoardDevices(configuration, options, on: pinout)
        } catch {
            throw .unavailable("\(error)")
        }
        if devices.lock != nil { try configuration.expectSameLinesInFile(or: "start it again") }
        segmenter = UtteranceSegmenter(
            configuration, decoders: decoders, isLockstep: !source.isLive, wakeWitness: options.wakeWitness)
        let feed: any CaptureFeed
        do {
            feed = try openSound()
        } catch {
            throw source.isLive ? .unavailable("\(error)") : .unreadable("\(error)")
        }
        input = SoundInput(
            source,
            feed: options.script.map { UnpluggableCapture(feed, name: source.name, script: $0) } ?? feed,
            cepstralMeans: decoders.cepstralMeans, meter: options.meter)
    }

    /// Listens and acts until the input ends or `stop` is raised. An appliance runs once.
    ///
    /// - Parameters:
    ///   - stop: Ends it in order.
    ///   - progress: Hears how much sound has been heard, about once a second of it.
    /// - Returns: What the run came to.
    /// - Throws: `ApplianceError.unavailable` when capture cannot begin, or hangs where a watchdog waits.
    public func run(
        until stop: StopSignal, progress: (Duration) -> Void = { _ in }
    ) throws(ApplianceError) -> ApplianceEvent.Summary {
        var reported = Duration.zero
        _ = beganAt
        if options.opensSocket { reporter.counters.restarts = StartCount.next() }
        if options.writesMetrics { metrics = MetricsFile(configuration.metrics) }
        if options.writesText { reporter.sinks = TextSinks(configuration.dictation.sinks) }
        emit(.state(machine.state))
        show(machine.state)
        muteAsBefore()
        openSocket()
        do {
            try input.feed.start()
        } catch {
            shutDown { true }
            throw .unavailable("\(error)")
        }
        if input.isLive { service.expectSound(by: clock.source) }
        var failure: String?
        while !stop.isRaised {
            service.beat()
            if let item = input.next() {
                receive(item)
                let heard = reporter.summary.audio
                if heard - reported >= .seconds(1) {
                    reported = heard
                    progress(heard)
                }
            } else if input.hasEnded, !awaitsWords {
                guard let next = nextMoment else { break }
                passTime(to: next, until: stop)
            } else {
                failure = checkHearing()
                if failure != nil { break }
                wait(until: stop)
                if input.isLive { clock.tick() }
                advance()
            }
        }
        service.stopping()
        if let failure { emit(.warning(failure)) }
        // Closing a device may take a while; the light and the outputs do not wait for it.
        shutDown { stop.isRaised || failure != nil }
        if failure == nil { input.feed.stop() } else { input.feed.abandon() }
        input.cepstralMeans?.save()
        if let failure { throw .unavailable(failure) }
        return reporter.summary
    }

    /// - Parameter isStopped: Whether somebody waits for the end: of text that waits to be written, much is not finished then.
    private func shutDown(isStopped: () -> Bool) {
        prompts.silence(at: clock.now)
        withdraw()
        if machine.state == .recording || machine.state == .deciding {
            segmenter.discard()
        }
        note(devices.outputs.makeSafe(at: outputTime))
        report(devices.lights.darken(at: clock.now))
        devices.outputs.settleHistory()
        let news = reporter.sinks?.finish(within: .seconds(60), unless: isStopped) ?? []
        for text in news { emit(.warning(text)) }
        emit(.end(reporter.summary))
        server?.stop()
        MicrophoneAvailability[.appliance(ObjectIdentifier(self))] = nil
    }

    /// Reports what has happened now.
    func emit(_ kind: ApplianceEvent.Kind) {
        reporter.report(kind, at: clock.now)
    }
}
