import Capture
import Decoding
import Dispatch
import Models

/// The work of one task: audio in, events out. Everything mutable belongs to its queue.
final class RecognitionSession: @unchecked Sendable {
    enum Event: Sendable {
        /// The first audio has come, and there is a decoder for it.
        case began
        case detectedSpeech
        case hypothesis(Transcription)
        /// Seconds of audio since the task began.
        case processed(TimeInterval)
        case limitNotice(TimeInterval)
        case progress(Double)
        case finishedReading
        case final(SpeechRecognitionResult)
        case failed(RecognitionError)

        var isLast: Bool {
            switch self {
            case .final, .failed: true
            default: false
            }
        }
    }

    enum Source: Sendable {
        case buffers(AudioQueue)
        case file(String)
    }

    private let queue = DispatchQueue(label: "earshot.recognition")
    private let source: Source
    private let settings: SpeechRecognitionRequest.Settings
    private let hint: SpeechRecognitionTaskHint
    private let pack: ModelPack
    private let pool: DecoderPool
    private let report: @Sendable (Event) -> Void

    /// The decoder, ordered when the first audio comes.
    private var order: DecoderOrder?
    private var sequence: UtteranceSequence?
    /// What came until it was there.
    private var waiting: [AudioQueue.Item] = []
    private var reader: FileReader?
    private var converter: SampleConverter?
    private var timeline: AudioTimeline
    /// Nil without one.
    private var timeLimit: TimeLimit?
    /// The microphone of the first buffer; nil for recordings.
    private var microphone: String?
    private var heard = 0
    /// Amount already reported.
    private var reported = 0
    /// The newest one that was reported.
    private var hypothesis: Transcription?
    private var hasDetectedSpeech = false
    private var hasAudioEnded = false
    private var isOver = false
    /// What is wrong with a recording that ended too early.
    private var fault: CaptureError?

    /// - Parameter report: called on the session's queue, in order; after the last event never again.
    init(
        _ source: Source, settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint,
        pack: ModelPack, pool: DecoderPool = .shared, report: @escaping @Sendable (Event) -> Void
    ) {
        self.source = source
        self.settings = settings
        self.hint = hint
        self.pack = pack
        self.pool = pool
        self.report = report
        timeline = AudioTimeline(sampleRate: pack.sampleRate)
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
            }
        }
    }

    /// Decodes what was heard up to now.
    func finish() {
        // Twice, because audio that came before the task's start is queued only by the start itself.
        queue.async { [self] in queue.async { self.process(.end) } }
    }

    func cancel() {
        queue.async { [self] in end(.failed(.cancelled)) }
    }

    // MARK: - Audio in

    private func process(_ item: AudioQueue.Item) {
        guard !isOver, !hasAudioEnded else { return }
        guard waiting.isEmpty else {
            waiting.append(item)
            return
        }
        switch item {
        case .buffer(let buffer, let time):
            guard buffer.format.isSupported else {
                end(.failed(.audio(.formatUnsupported(of: "the audio buffer", format: buffer.format))))
                return
            }
            guard sequence != nil else {
                waiting = [item]
                microphone = buffer.microphone
                if let time { timeline.begin(at: time) }
                orderDecoder()
                return
            }
            if let time, let missing = timeline.framesMissing(before: time) { sequence?.skip(missing) }
            buffer.bytes.withUnsafeBytes { process($0, format: buffer.format) }
            timeline.advance(by: buffer.duration)
        case .end:
            endAudio()
        }
    }

    private func readFile(_ path: String) {
        do {
            reader = try FileReader(path: path)
            orderDecoder()
        } catch {
            end(.failed(.audio(error)))
        }
    }

    /// Reads a piece and comes back for the next one, so that a cancellation gets its turn between them.
    private func readNext(_ reader: FileReader) {
        guard !isOver, !hasAudioEnded else { return }
        let hasMore = reader.readPiece { process($0, format: reader.format) }
        guard !isOver, !hasAudioEnded else { return }
        if let fraction = reader.fraction { report(.progress(fraction)) }
        guard hasMore else {
            fault = reader.fault
            endAudio()
            return
        }
        // A file is read no faster than it is decoded, so that it always gives the same partial results.
        sequence?.loan.decoder.settle()
        handleUpdates()
        queue.async { [self] in readNext(reader) }
    }

    private func process(_ bytes: UnsafeRawBufferPointer, format: AudioFormat) {
        var samples: [Int16] = []
        if converter?.source != format {
            converter?.flush(to: &samples)
            converter = SampleConverter(from: format, sampleRate: pack.sampleRate)
        }
        converter?.convert(bytes, to: &samples)
        feed(samples)
    }

    private func feed(_ samples: [Int16]) {
        guard let decoder = sequence else { return }
        let samples = timeLimit?.permitted(samples, after: heard) ?? samples
        heard += samples.count
        decoder.feed(samples) { handle($0) }
        tellHeard()
        if !isOver, let left = timeLimit?.dueNotice(at: heard) { report(.limitNotice(left)) }
        if let timeLimit, timeLimit.isReached(at: heard) { endAudio() }
    }

    /// Five times a second: for each buffer would be too often.
    private func tellHeard() {
        guard !isOver, heard - reported >= pack.sampleRate / 5 else { return }
        reported = heard
        report(.processed(Double(heard) / Double(pack.sampleRate)))
    }

    // MARK: - The decoder

    private func orderDecoder() {
        order = pool.order(microphone: microphone) { [settings, hint, pack] () throws(RecognitionError) in
            try DecoderPlan(settings, hint: hint, pack: pack)
        } receive: { decoder in
            self.queue.async { self.receive(decoder) }
        }
    }

    private func receive(_ decoder: Result<DecoderPool.Loan, RecognitionError>) {
        order = nil
        switch decoder {
        case .success(let loan) where isOver: pool.giveBack(loan, learnedFrom: nil)
        case .success(let loan): begin(with: loan)
        case .failure(let error): end(.failed(error))
        }
    }

    /// Goes on with the audio that has waited.
    private func begin(with loan: DecoderPool.Loan) {
        loan.decoder.observe { [weak self] in
            guard let self else { return }
            self.queue.async { self.handleUpdates() }
        }
        var request = UtteranceRequest()
        request.reportsPartials = settings.shouldReportPartialResults || loan.plan.isGrammar
        request.alternatives = settings.maximumAlternatives + 1
        let grammar = settings.grammar ?? loan.plan.confirmation
        sequence = UtteranceSequence(loan, request: request, grammar: grammar, origin: timeline.origin)
        report(.began)
        if let reader { readNext(reader) }
        let waiting = waiting
        self.waiting = []
        for item in waiting { process(item) }
    }

    // MARK: - The end of audio

    private func endAudio() {
        guard !isOver, !hasAudioEnded else { return }
        var rest: [Int16] = []
        converter?.flush(to: &rest)
        hasAudioEnded = true
        if !rest.isEmpty { sequence?.feed(rest) { handle($0) } }
        disconnect()
        guard !isOver else { return }
        report(.finishedReading)
        advance()
    }

    // MARK: - Results out

    private func handleUpdates() {
        guard !isOver else { return }
        sequence?.handleUpdates { handle($0) }
        advance()
    }

    private func handle(_ event: UtteranceSequence.Event) {
        guard !isOver, let sequence else { return }
        switch event {
        case .speechBegan:
            guard !hasDetectedSpeech else { return }
            hasDetectedSpeech = true
            report(.detectedSpeech)
        case .partial(let words):
            // Unverified yes/no partials are not reported: at first, any sound becomes a yes or a no.
            guard settings.shouldReportPartialResults, !words.isEmpty, !sequence.loan.plan.isConfirmation
            else { return }
            let hypothesis = Transcription(words.map { Transcription.Piece(word: $0) })
            guard hypothesis != self.hypothesis else { return }
            self.hypothesis = hypothesis
            report(.hypothesis(hypothesis))
        case .utterance(let hypothesis):
            if sequence.loan.plan.isGrammar, !hypothesis.words.isEmpty { endAudio() }
        case .failed(let error):
            end(.failed(.decoding(error)))
        }
    }

    /// When no audio comes any more: ends the last utterance, then the task.
    private func advance() {
        guard hasAudioEnded, !isOver else { return }
        guard let sequence,
            !sequence.utterances.isEmpty || sequence.hasRefused || sequence.isListening
                || sequence.isDeciding
        else {
            end(.failed(fault.map { .audio($0) } ?? .noSpeech))
            return
        }
        guard !sequence.isDeciding else { return }
        if sequence.isListening {
            sequence.finish()
            return
        }
        let result = SpeechRecognitionResult(
            sequence.utterances, alternatives: settings.maximumAlternatives)
        guard let fault else { return end(.final(result)) }
        if !sequence.utterances.isEmpty { report(.hypothesis(result.bestTranscription)) }
        end(.failed(.audio(fault)))
    }

    private func end(_ event: Event) {
        guard !isOver else { return }
        isOver = true
        disconnect()
        if let order { pool.withdraw(order) }
        if let sequence {
            pool.giveBack(
                sequence.loan, learnedFrom: sequence.utterances.isEmpty ? nil : microphone)
        }
        order = nil
        sequence = nil
        waiting = []
        reader = nil
        converter = nil
        report(event)
    }

    private func disconnect() {
        if case .buffers(let audio) = source { audio.connect { _ in } }
    }
}
