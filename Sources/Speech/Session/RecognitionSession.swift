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
        /// Of everything since the task began, with the utterances that are settled.
        case hypothesis(Transcription, settled: [Transcription])
        /// An utterance is over.
        case settled(Transcription)
        /// Seconds of audio since the task began.
        case processed(TimeInterval)
        case limitNotice(TimeInterval)
        case progress(Double)
        case finishedReading
        case final(SpeechRecognitionResult)
        case failed(RecognitionError)
        // Of an endless one, in the place of hypotheses, settled utterances and the final result:
        /// The words of the utterance under way.
        case words([RecognizedWord])
        /// An utterance is over; without words only where some were told. With how loud it was, in dBFS.
        case utterance(UtteranceHypothesis, level: Double?)
        /// What was said before this time is decided.
        case settledUntil(Duration)
        /// All audio has been recognized.
        case ended

        var isLast: Bool {
            switch self {
            case .final, .failed, .ended: true
            default: false
            }
        }
    }

    enum Source: Sendable {
        case buffers(AudioQueue)
        case file(String)
        /// What is handed to ``RecognitionSession/hear(_:)``.
        case pushed
    }

    /// Called once.
    private typealias Continuation = @Sendable () -> Void

    private let queue = DispatchQueue(label: "earshot.recognition")
    private let source: Source
    private let settings: SpeechRecognitionRequest.Settings
    private let hint: SpeechRecognitionTaskHint
    private let pack: ModelPack
    private let pool: DecoderPool
    private let retention: SpeechAnalyzer.Options.ModelRetention
    private let report: @Sendable (Event) -> Void

    /// The decoder, ordered when the first audio comes.
    private var order: DecoderOrder?
    private var sequence: UtteranceSequence?
    /// What came until it was there.
    private var waiting: [AudioQueue.Item] = []
    /// Who waits until what was said before a frame is decided.
    private var settling: [(frame: UInt64, then: Continuation)] = []
    private var settledUntil: UInt64 = 0
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
    /// The utterances that are over, and all their words.
    private var settled: [Transcription] = []
    private var settledPieces: [Transcription.Piece] = []
    /// Whether one was settled since the newest hypothesis.
    private var hasNewlySettled = false
    private var hasDetectedSpeech = false
    private var hasAudioEnded = false
    private var isOver = false
    /// What is wrong with a recording that ended too early.
    private var fault: CaptureError?

    /// - Parameter report: called on the session's queue, in order; after the last event never again.
    init(
        _ source: Source, settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint,
        pack: ModelPack, pool: DecoderPool = .shared,
        retention: SpeechAnalyzer.Options.ModelRetention = .lingering,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.source = source
        self.settings = settings
        self.hint = hint
        self.pack = pack
        self.pool = pool
        self.retention = retention
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
            case .pushed: break
            }
        }
    }

    /// Hears the next audio. Of a session whose source is `pushed`, in the order of the calls.
    func hear(_ item: AudioQueue.Item) {
        queue.async { self.process(item) }
    }

    /// Makes the decoder before there is audio for it, and keeps it for the first that comes.
    func prepare() {
        queue.async { [self] in
            guard !isOver, order == nil, sequence == nil else { return }
            order = pool.order(microphone: nil) { [settings, hint, pack] () throws(RecognitionError) in
                try DecoderPlan(settings, hint: hint, pack: pack)
            } receive: { decoder in
                self.queue.async { self.keep(decoder) }
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
        guard !isOver, !hasAudioEnded else {
            item.skip()
            return
        }
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
        case .decoded(let then):
            sequence?.loan.decoder.settle()
            handleUpdates()
            then()
        case .settled(let then):
            guard let sequence else { return then() }
            settling.append((sequence.heardUntil, then))
            settle()
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
        tellSettled()
        if !isOver, let left = timeLimit?.dueNotice(at: heard) { report(.limitNotice(left)) }
        if let timeLimit, timeLimit.isReached(at: heard) { endAudio() }
    }

    /// Five times a second: for each buffer would be too often.
    private func tellHeard() {
        guard !isOver, heard - reported >= pack.sampleRate / 5 else { return }
        reported = heard
        report(.processed(Double(heard) / Double(pack.sampleRate)))
    }

    private func tellSettled() {
        guard settings.isEndless, !isOver, let sequence, sequence.settledUntil > settledUntil else { return }
        settledUntil = sequence.settledUntil
        report(.settledUntil(.frames(settledUntil, at: pack.sampleRate)))
    }

    // MARK: - The decoder

    private func keep(_ decoder: Result<DecoderPool.Loan, RecognitionError>) {
        order = nil
        switch decoder {
        case .success(let loan): pool.giveBack(loan, learnedFrom: nil, retention: .lingering)
        case .failure(let error): return end(.failed(error))
        }
        if !isOver, !waiting.isEmpty { orderDecoder() }
    }

    private func orderDecoder() {
        // One that is being prepared comes first.
        guard order == nil else { return }
        order = pool.order(microphone: microphone) { [settings, hint, pack] () throws(RecognitionError) in
            try DecoderPlan(settings, hint: hint, pack: pack)
        } receive: { decoder in
            self.queue.async { self.receive(decoder) }
        }
    }

    private func receive(_ decoder: Result<DecoderPool.Loan, RecognitionError>) {
        order = nil
        switch decoder {
        case .success(let loan) where isOver:
            pool.giveBack(loan, learnedFrom: nil, retention: retention)
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
        sequence = UtteranceSequence(
            loan, request: request, grammar: grammar, origin: timeline.origin, isEndless: settings.isEndless)
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
        tellSettled()
        settle()
        advance()
        // The final result, if this was the last utterance, says it all.
        if !isOver, hasNewlySettled { report(hypothesis: settledPieces) }
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
            report(words)
        case .utterance(let hypothesis, let level) where settings.isEndless:
            if self.hypothesis != nil || !hypothesis.words.isEmpty {
                report(.utterance(hypothesis, level: level))
            }
            self.hypothesis = nil
        case .utterance(let hypothesis, _):
            settle(hypothesis)
            if sequence.loan.plan.isGrammar, !hypothesis.words.isEmpty { endAudio() }
        case .failed(let error):
            end(.failed(.decoding(error)))
        }
    }

    private func report(_ words: [RecognizedWord]) {
        guard settings.isEndless else {
            return report(hypothesis: settledPieces + words.map { Transcription.Piece(word: $0) })
        }
        let hypothesis = Transcription(words.map { Transcription.Piece(word: $0) })
        guard hypothesis.formattedString != self.hypothesis?.formattedString else { return }
        self.hypothesis = hypothesis
        report(.words(words))
    }

    /// Goes on with those who wait until something is decided.
    private func settle() {
        while let next = settling.first, !isOver {
            guard sequence?.settle(through: next.frame) != false else { return }
            tellSettled()
            settling.removeFirst().then()
        }
    }

    private func settle(_ utterance: UtteranceHypothesis) {
        guard !utterance.words.isEmpty else { return }
        let pieces = utterance.pieces
        let transcription = Transcription(pieces)
        settled.append(transcription)
        settledPieces += pieces
        hasNewlySettled = true
        report(.settled(transcription))
    }

    /// Reports what is new: another text, or an utterance that was settled.
    private func report(hypothesis pieces: [Transcription.Piece]) {
        guard settings.shouldReportPartialResults else { return }
        let hypothesis = Transcription(pieces)
        let isNews =
            settings.shouldReportTimeChanges
            ? hypothesis != self.hypothesis
            : hypothesis.formattedString != self.hypothesis?.formattedString
        guard isNews || hasNewlySettled else { return }
        hasNewlySettled = false
        self.hypothesis = hypothesis
        report(.hypothesis(hypothesis, settled: settled))
    }

    /// When no audio comes any more: ends the last utterance, then the task.
    private func advance() {
        guard hasAudioEnded, !isOver else { return }
        if settings.isEndless, sequence?.isDeciding != true, sequence?.isListening != true {
            return end(fault.map { .failed(.audio($0)) } ?? .ended)
        }
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
            sequence.utterances, settled: settled, alternatives: settings.maximumAlternatives)
        guard let fault else { return end(.final(result)) }
        if !sequence.utterances.isEmpty { report(.hypothesis(result.bestTranscription, settled: settled)) }
        end(.failed(.audio(fault)))
    }

    private func end(_ event: Event) {
        guard !isOver else { return }
        isOver = true
        disconnect()
        if let order { pool.withdraw(order) }
        if let sequence {
            pool.giveBack(
                sequence.loan, learnedFrom: sequence.hasBelieved ? microphone : nil, retention: retention)
        }
        order = nil
        sequence = nil
        for item in waiting { item.skip() }
        waiting = []
        for waiter in settling { waiter.then() }
        settling = []
        reader = nil
        converter = nil
        report(event)
    }

    private func disconnect() {
        if case .buffers(let audio) = source { audio.connect { _ in } }
    }
}
