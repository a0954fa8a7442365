import Capture
import Decoding
import Dispatch
import Models

/// The work of a task, or of a module that hears words: audio in, and out what it holds. Everything mutable belongs to its queue.
final class RecognitionSession: @unchecked Sendable {
    enum Event: Sendable {
        /// The first audio has come, and there is a decoder for it.
        case began
        /// Somebody speaks, for the first time.
        case detectedSpeech
        /// The words of the utterance under way up to now.
        case words([RecognizedWord])
        /// An utterance is over; it may be empty, when noise was taken for speech. With how loud it was, in dBFS.
        case utterance(UtteranceHypothesis, level: Double?)
        /// An utterance is over that was not believed.
        case refused
        /// What was said before this time is decided.
        case settledUntil(Duration)
        /// All that the search has found by now was reported.
        case caughtUp
        /// Seconds of audio since it began.
        case processed(TimeInterval)
        case limitNotice(TimeInterval)
        case progress(Double)
        /// No more audio is taken. With what is wrong with a recording that ended too early.
        case finishedReading(CaptureError?)
        /// The last one: nothing else comes. Without an error all audio has been recognized.
        case ended(RecognitionError?)
    }

    enum Source: Sendable {
        case buffers(AudioQueue)
        case file(String)
        /// What is handed to ``RecognitionSession/hear(_:)``.
        case pushed
    }

    /// Called once.
    typealias Continuation = @Sendable () -> Void

    let queue = DispatchQueue(label: "earshot.recognition")
    let source: Source
    let settings: SpeechRecognitionRequest.Settings
    private let hint: SpeechRecognitionTaskHint
    let pack: ModelPack
    let pool: DecoderPool
    let turns: RecordingTurns
    let retention: SpeechAnalyzer.Options.ModelRetention
    /// Whether a grammar is for one command; else they follow one another until the audio ends, as an analyzer's modules want it.
    private let endsAfterCommand: Bool
    /// An analyzer's phrases, which take the place of the settings' when a decoder is ordered.
    private let phrases: (@Sendable () -> [String])?
    let report: @Sendable (Event) -> Void

    /// The decoder, ordered when the first audio comes.
    var order: DecoderOrder?
    var sequence: UtteranceSequence?
    /// What came until it was there.
    var waiting: [SessionInput] = []
    /// Who waits until the decoder is there.
    private var preparing: [Continuation] = []
    /// Who waits until what was said before a frame is decided.
    var settling: [(frame: UInt64, then: Continuation)] = []
    var settledUntil: UInt64 = 0
    var reader: FileReader?
    /// Of a recording, from when its decoder is ordered.
    var turn: RecordingTurns.Turn?
    var intake: SoundIntake
    /// Nil without one.
    var timeLimit: TimeLimit?
    /// The microphone of the first buffer; nil for recordings.
    var microphone: String?
    var heard = 0
    /// Amount already reported.
    var reported = 0
    var hasDetectedSpeech = false
    var hasAudioEnded = false
    var isOver = false

    /// - Parameter report: called on the session's queue, in order; after the last event never again.
    init(
        _ source: Source, settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint,
        pack: ModelPack, pool: DecoderPool = .shared, turns: RecordingTurns = .shared,
        retention: SpeechAnalyzer.Options.ModelRetention = .lingering,
        endsAfterCommand: Bool = true, phrases: (@Sendable () -> [String])? = nil,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.source = source
        self.settings = settings
        self.hint = hint
        self.pack = pack
        self.pool = pool
        self.turns = turns
        self.retention = retention
        self.endsAfterCommand = endsAfterCommand
        self.phrases = phrases
        self.report = report
        intake = SoundIntake(sampleRate: pack.sampleRate)
        timeLimit = TimeLimit(settings, sampleRate: pack.sampleRate)
    }

    // MARK: - From any thread

    func start() {
        queue.async { [self] in
            guard !isOver else { return }
            switch source {
            case .buffers(let audio):
                audio.connect { [weak self] item in
                    guard let self else { return }
                    self.queue.async { self.process(item) }
                }
            case .file(let path):
                readFile(path)
            case .pushed: break
            }
        }
    }

    /// Hears the next audio. Of a session whose source is `pushed`, in the order of the calls.
    func hear(_ item: SessionInput) {
        queue.async { self.process(item) }
    }

    /// Makes the decoder before there is audio for it, and keeps it for the first that comes.
    ///
    /// - Parameter then: called when there is one, or cannot be.
    func prepare(_ then: @escaping Continuation) {
        queue.async { [self] in
            guard !isOver, sequence == nil else { return then() }
            preparing.append(then)
            guard order == nil else { return }
            order = placeOrder(microphone: nil) { self.keep($0) }
        }
    }

    /// Decodes what was heard up to now.
    func finish() {
        // Twice, because audio that came before the task's start is queued only by the start itself.
        queue.async { [self] in queue.async { self.process(.end) } }
    }

    func cancel() {
        queue.async { [self] in end(.cancelled) }
    }

    // MARK: - The decoder

    private func keep(_ decoder: Result<DecoderPool.Loan, RecognitionError>) {
        order = nil
        switch decoder {
        case .success(let loan):
            // It is in use as long as its first audio is awaited.
            pool.giveBack(
                loan, learnedFrom: nil, retention: retention == .whileInUse ? .lingering : retention)
        case .failure(let error): return end(error)
        }
        tellPrepared()
        if !isOver, !waiting.isEmpty { orderDecoder() }
    }

    private func tellPrepared() {
        for then in preparing { then() }
        preparing = []
    }

    func orderDecoder() {
        // One that is being prepared comes first.
        guard order == nil else { return }
        order = placeOrder(microphone: microphone) { self.receive($0) }
    }

    /// Orders one, for the phrases that an analyzer has by now.
    private func placeOrder(
        microphone: String?, receive: @escaping DecoderOrder.Receiver
    ) -> DecoderOrder {
        var settings = settings
        if let phrases { settings.contextualStrings = phrases() }
        return pool.order(microphone: microphone) { [settings, hint, pack] () throws(RecognitionError) in
            try DecoderPlan(settings, hint: hint, pack: pack)
        } receive: { decoder in
            self.queue.async { receive(decoder) }
        }
    }

    private func receive(_ decoder: Result<DecoderPool.Loan, RecognitionError>) {
        order = nil
        switch decoder {
        case .success(let loan) where isOver:
            pool.giveBack(loan, learnedFrom: nil, retention: retention)
        case .success(let loan): begin(with: loan)
        case .failure(let error): end(error)
        }
    }

    /// Goes on with the audio that has waited.
    func begin(with loan: DecoderPool.Loan) {
        loan.decoder.observe { [weak self] in
            guard let self else { return }
            self.queue.async { self.handleUpdates() }
        }
        var request = UtteranceRequest()
        request.reportsPartials = settings.shouldReportPartialResults || loan.plan.isGrammar
        // The best is among those that are found.
        let most = settings.maximumAlternatives
        request.alternatives = most > 0 ? most + 1 : 0
        sequence = UtteranceSequence(
            loan, request: request, grammar: settings.grammar, answers: loan.plan.answers(),
            origin: intake.origin, endsAfterCommand: endsAfterCommand)
        tellPrepared()
        report(.began)
        if let reader { readNext(reader) }
        let waiting = waiting
        self.waiting = []
        for item in waiting { process(item) }
    }

    /// - Parameter error: nil where all audio has been recognized.
    func end(_ error: RecognitionError?) {
        guard !isOver else { return }
        isOver = true
        disconnect()
        if let order { pool.withdraw(order) }
        if let sequence {
            sequence.close()
            pool.giveBack(
                sequence.loan, learnedFrom: sequence.hasBelieved ? microphone : nil, retention: retention)
        }
        order = nil
        sequence = nil
        reader = nil
        // Before those are told who wait: they ask what has ended it.
        report(.ended(error))
        for item in waiting { item.skip() }
        waiting = []
        for waiter in settling { waiter.then() }
        settling = []
        tellPrepared()
        turn = nil
    }

    func disconnect() {
        if case .buffers(let audio) = source { audio.connect { _ in } }
    }
}
