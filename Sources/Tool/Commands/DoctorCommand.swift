import Appliance
import Capture
import Console
import Diagnosis
import Evaluation
import EventSocket
import GPIO
import Glibc
import Platform

/// `earshot doctor`: all that may be wrong with an appliance and the machine that it is on, on one page.
enum DoctorCommand: OrderlyCommand {
    static let name = "doctor"
    static let summary = "look at microphone, pins, model, service and machine, and say what to mend"
    static let help = """
        earshot doctor [[--config] FILE] [--socket PATH] [--listen] [--json]

          --config FILE       the configuration; \(standardConfiguration) if not given
          --socket PATH       where the appliance listens, if it runs; as the configuration says if not given
          --listen            ends with a spoken test: asks for a command, or of dictation for any sentence, and says what
                              it was understood as
          --json              one object, for programs: the gravest 'level', and 'findings'

        Each line is 'ok', 'warn' (it works, and could be better) or 'fail' (it does not), with what to do. While the
        appliance has the microphone, it is asked over its socket; otherwise the microphone is listened to for five seconds,
        in which nobody should speak. Nothing is kept, and no pin moves; only in a spoken test an appliance that runs does
        what is said, and gives dictated text where it always goes. Where the microphone or its sound fails there is no
        spoken test.

        Status: 0 nothing is 'fail', 1 something is.
        """

    private static let standardConfiguration = "/etc/earshot/earshot.yaml"

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--json", "--listen"], options: ["--config", "--socket"])
        let isNamed = arguments.value("--config") != nil || !arguments.positionals.isEmpty
        let path = isNamed ? try arguments.configuration() : standardConfiguration
        Log.level = .error
        let surgery = Surgery(path: path, socket: arguments.value("--socket"))
        var diagnosis = Diagnosis(surgery.checks(until: stop))
        guard !stop.isRaised else {
            Terminal.report("stopped: nothing is told of a part of it")
            return .failure
        }
        if arguments.has("--listen"), let spoken = surgery.spokenCheck(after: diagnosis, until: stop) {
            diagnosis.add(spoken)
        }
        Terminal.print(arguments.has("--json") ? jsonLine(diagnosis) : diagnosis.text)
        return diagnosis.level == .fail ? .failure : .success
    }
}

/// What is asked of this machine, once, and the checks that are made of the answers.
private struct Surgery {
    private let path: String
    private let review: Result<ConfigurationReview, ApplianceError>
    private let service = ServiceState.ofSystem()
    private let socket: String
    /// Whether an appliance with this configuration answers anybody.
    private let hasSocket: Bool
    private let status: Result<ApplianceStatus, EventSocketError>

    init(path: String, socket: String?) {
        self.path = path
        let review = Result { () throws(ApplianceError) in try ConfigurationReview(path: path) }
        self.review = review
        let configured = try? review.get().configuration.socket.location
        let place = socket ?? configured ?? SocketClient.standardPath
        self.socket = place
        hasSocket = socket != nil || (try? review.get().configuration.socket.isOn) ?? true
        status = Result { () throws(EventSocketError) in try Self.status(at: place) }
    }

    private static func status(at socket: String) throws(EventSocketError) -> ApplianceStatus {
        guard let status = try SocketClient(at: socket).ask(.status, within: .seconds(5)).status else {
            throw .otherVersion(path: socket)
        }
        return status
    }

    func checks(until stop: StopSignal) -> [any HealthCheck] {
        let running = try? status.get()
        var checks: [any HealthCheck] = [
            ServiceCheck(service), ApplianceCheck(running, refusal: refusal),
            ConfigurationCheck(path: path, review),
        ]
        if let review = try? review.get() {
            checks += [ModelCheck(review), VocabularyCheck(review), PhraseCheck(review)] as [any HealthCheck]
            checks.append(EngineCheck(review.configuration.dictation, in: review.pack?.locale))
            checks.append(
                SinkCheck(
                    review.configuration.dictation.sinks,
                    by: SinkCheck.Writer(of: path, asSystemdKnows: service)))
            checks.append(ReachCheck(review, asSystemdKnows: service))
            checks.append(
                PinCheck(review.pins, on: pinout(for: review), isRunning: holdsDevices || running != nil))
        }
        checks.append(
            MicrophoneCheck(cards: SoundCard.all(), access: MicrophoneAccess.check(), status: running))
        if let sound = sound(running, until: stop) { checks.append(sound) }
        // The service's, whoever asks.
        let folders = [service.map { _ in "/var/lib/earshot" }, StateFolder.path, "/"].compactMap { $0 }
        checks += [
            RealTimeCheck(
                serviceHasIt: service?.process.flatMap { RealTimeCheck.captures(inRealTime: $0) }),
            MemoryCheck(isRunning: running != nil || service?.process != nil), TemperatureCheck(),
            ClockCheck(),
            DiskCheck(DiskCheck.Volume.holding(folders)),
        ]
        return checks
    }

    /// Whether the service has the microphone and the lines, and does not say how it is.
    private var holdsDevices: Bool {
        guard case .failure = status else { return false }
        return service?.process != nil
    }

    private var refusal: ApplianceCheck.Refusal? {
        guard holdsDevices, case .failure(let error) = status else { return nil }
        return hasSocket || !ServiceUser.reads(path) ? .error("\(error)") : .socketOff
    }

    private func pinout(for review: ConfigurationReview) -> Result<Pinout, GPIOError> {
        Result { () throws(GPIOError) in try Pinout.system(profile: review.configuration.profile) }
    }

    /// Nil where there is nothing to listen to, which is told already.
    private func sound(_ running: ApplianceStatus?, until stop: StopSignal) -> SoundCheck? {
        if let running {
            guard running.microphone.available else { return nil }
            if Terminal.showsProgress { Terminal.progress("asking the appliance for five seconds") }
            Descriptors.waitUntilReadable([stop.descriptor], within: .seconds(5))
            Terminal.clearProgress()
            return (try? Self.status(at: socket)).map {
                SoundCheck(.success(SoundMeasure(from: running, to: $0)))
            }
        }
        guard !holdsDevices else { return nil }
        // Another card than the one that is meant would say nothing of it.
        guard var options = microphone else { return SoundCheck(nil) }
        guard MicrophoneAccess.check() == .authorized else { return nil }
        options.isAwaited = false
        if Terminal.showsProgress { Terminal.progress("listening for five seconds; please be quiet") }
        defer { Terminal.clearProgress() }
        return SoundCheck(
            Result { () throws(CaptureError) in
                try SoundMeasure.take(from: LiveCapture(.device(options), logsEvents: false), until: stop)
            })
    }

    /// The one that the configuration means, or the first where there is no configuration yet; nil where it cannot be read.
    private var microphone: DeviceOptions? {
        switch review {
        case .success(let review): review.configuration.capture
        case .failure: access(path, F_OK) == 0 ? nil : DeviceOptions()
        }
    }

    /// Nil when it was broken off.
    func spokenCheck(after diagnosis: Diagnosis, until stop: StopSignal) -> SpokenCheck? {
        for subject in ["microphone", "sound"] where diagnosis.hasFailure(of: subject) {
            return SpokenCheck(.leftOut("nothing can be heard, as '\(subject)' above says"), expected: nil)
        }
        if let running = try? status.get() {
            Terminal.report(request(to: running), bare: true)
            return SpokenTest.overhear(at: socket, running, until: stop)
                .map { SpokenCheck($0, expected: nil) }
        }
        guard !holdsDevices else {
            return SpokenCheck(.leftOut("the service has the microphone, and does not answer"), expected: nil)
        }
        guard let review = try? review.get(), review.diagnostics.isEmpty else {
            return SpokenCheck(.leftOut("the configuration has mistakes"), expected: nil)
        }
        let sample = review.samples.first
        let words = sample?.sentences.first.map { "\"\($0.sentence)\"" } ?? "any sentence"
        let wake = review.configuration.wake.first.map { "\"\($0.text)\", then " } ?? ""
        Terminal.report("Say within 20 s: \(wake)\(words)", bare: true)
        return SpokenTest.listen(by: review.configuration, until: stop)
            .map { SpokenCheck($0, expected: sample?.command) }
    }

    /// What to do before the appliance listens, and what to say.
    private func request(to running: ApplianceStatus) -> String {
        let words = running.commands.isEmpty ? "any sentence" : "a command"
        let sequel = running.commands.isEmpty ? "its text goes where it always goes" : "the appliance does it"
        return "\(opening(of: words)) within 20 s; \(sequel)."
    }

    private func opening(of words: String) -> String {
        guard let configuration = try? review.get().configuration else { return "Say \(words)" }
        switch configuration.listen {
        case .button:
            let isHeld = configuration.buttons[.talk].map { $0.mode == .hold } ?? true
            return "\(isHeld ? "Hold the talk button and" : "Press the talk button, then") say \(words)"
        case .wake: return "Say \"\(configuration.wake.first?.text ?? "")\", then \(words)"
        case .always: return "Say \(words)"
        }
    }
}
