import Capture
import Models
import Platform

/// Hands sound to modules that make something of it: text, commands, or whether anybody speaks.
///
/// The counterpart of the Speech framework's class of that name. Sound comes as a sequence of ``AnalyzerInput`` or from a
/// file, and each module has a sequence of results; the modules hear the same sound on one clock. It is the same engine as a
/// ``SpeechRecognizer``'s.
///
/// ```swift
/// let transcriber = SpeechTranscriber(locale: LocaleTag("en-US")!, preset: .transcription)
/// let analyzer = SpeechAnalyzer(modules: [transcriber])
/// let text = Task {
///     try await transcriber.results.reduce(into: "") { $0 += $1.text + " " }
/// }
/// let end = try await analyzer.analyzeSequence(from: AudioFile(path: "meeting.flac"))
/// if let end { try await analyzer.finalizeAndFinish(through: end) } else { await analyzer.cancelAndFinishNow() }
/// print(try await text.value)
/// ```
///
/// A file is read no faster than it is decoded. Of live sound that comes faster, half a minute is taken ahead
/// (``start(inputSequence:)``), and the rest waits in the program's own stream. Decoders are made when the first sound comes;
/// ``prepareToAnalyze(in:)`` makes them before.
///
/// Nothing has to be finished for the memory's sake: an analyzer that is released drops what it has not recognized yet, and
/// its modules' results end. One that reads a recording by itself (``start(inputAudioFile:finishAfterFile:)``) need not be held
/// until it has read it.
public actor SpeechAnalyzer {
    /// How it works.
    public struct Options: Sendable, Equatable {
        /// How long a decoder is kept once no analyzer and no task needs it.
        public enum ModelRetention: Sendable, Hashable, CaseIterable {
            /// No longer.
            case whileInUse
            /// While there is room: see ``SpeechModels/retentionLimit``.
            case lingering
            /// Until ``SpeechModels/endRetention()``, whatever room there is.
            case processLifetime
        }

        /// That of the Swift task that takes sound from a sequence. Decoding has threads of its own.
        public var priority: TaskPriority
        /// How long its decoders are kept.
        public var modelRetention: ModelRetention

        /// Without either, decoders linger, and the Swift task has medium priority.
        public init(priority: TaskPriority = .medium, modelRetention: ModelRetention = .lingering) {
            self.priority = priority
            self.modelRetention = modelRetention
        }
    }

    /// Called with the range of sound whose results may still change, and whether its start and its end have changed.
    public typealias VolatileRangeHandler =
        @Sendable (_ range: AudioTimeRange, _ changedStart: Bool, _ changedEnd: Bool) -> Void

    /// Where a waiter for sound of a certain time, in seconds, is told.
    private struct Waiter {
        let number: Int
        let time: TimeInterval
        /// With whether the analysis was over before.
        let then: CheckedContinuation<Bool, Never>
    }

    /// What its sound is handed to; ``setModules(_:)`` changes it.
    public internal(set) var modules: [any SpeechModule]
    /// What the modules may know of what will be said. A transcriber's phrases are those that there are when its first sound comes.
    public var context: AnalysisContext { currentContext.value }
    /// Where sound has been analyzed whose results may still change; nil before any, and once the analysis is over. In a pause it is
    /// the newest sound, in which speech may have begun: half a second, and in a long quiet a second more.
    public private(set) var volatileRange: AudioTimeRange?
    /// Called by the analyzer when ``volatileRange`` changes.
    public private(set) var volatileRangeChangedHandler: VolatileRangeHandler?

    let options: Options
    let currentContext: CurrentContext
    /// The phrases that there were when the first sound came.
    private var heardPhrases: [String] = []
    let pool: DecoderPool
    /// Which modules are its own: others are left alone.
    var own = OwnModules()
    /// One for each module that this library knows, once it has begun.
    var parts: [Part] = []
    var hasBegun = false
    /// The end of the newest sound.
    private(set) var end: AudioTime?
    /// Where sound stands on the one clock of all inputs.
    private var timeline = AudioTimeline()
    /// Which input sound is taken from: the newest one that was begun.
    private var inputNumber = 0
    /// That one, under way or over.
    private var input: RunningInput?
    private var hasInput = false
    /// Whether no more sound is heard, while what was heard becomes final for the last time.
    private(set) var isEnding = false
    private var waiters: [Waiter] = []
    private var newestWaiter = 0
    private(set) var isFinished = false
    /// Whether that was before all that was heard had been recognized.
    private var isCancelled = false
    /// What has ended it.
    private var ending: (any Error)?

    init(
        modules: [any SpeechModule], options: Options?, pool: DecoderPool = .shared,
        context: AnalysisContext = AnalysisContext(),
        volatileRangeChangedHandler: VolatileRangeHandler? = nil,
        hasInput: Bool = false
    ) {
        self.hasInput = hasInput
        self.modules = modules
        self.options = options ?? Options()
        self.pool = pool
        currentContext = CurrentContext(context)
        self.volatileRangeChangedHandler = volatileRangeChangedHandler
    }

    /// - Parameters:
    ///   - modules: what sound is handed to; each serves one analyzer.
    ///   - options: how it works.
    public init(modules: [any SpeechModule], options: Options? = nil) {
        self.init(modules: modules, options: options, pool: .shared)
    }

    deinit {
        for part in parts { part.session.cancel() }
        own.finish(modules, throwing: nil)
        for waiter in waiters { waiter.then.resume(returning: true) }
        input?.taking.cancel()
    }

    // MARK: - Setting up

    /// Sets what the modules may know of what will be said. Other phrases than before need another decoder: they count for
    /// transcribers that have heard nothing yet. For others it is too late, which the log says.
    ///
    /// - Throws: `.analyzerFinished`.
    public func setContext(_ newContext: AnalysisContext) throws(RecognitionError) {
        guard !isFinished else { throw .analyzerFinished }
        let heardUntil = end?.duration ?? .zero
        let hasTranscribed = parts.contains { $0.module.hearsFreeText && $0.start < heardUntil }
        if hasTranscribed, newContext.phrases != heardPhrases {
            Log.warning(
                "an analyzer's phrases came too late for what it transcribes: set the context before its first sound",
                from: "recognition")
        }
        currentContext.value = newContext
    }

    /// Sets what is called when ``volatileRange`` changes; nil for nothing.
    public func setVolatileRangeChangedHandler(_ handler: VolatileRangeHandler?) {
        volatileRangeChangedHandler = handler
    }

    /// Makes the decoders, so that the first sound is answered sooner, and returns when they are there. They are kept for it as far
    /// as there is room (``SpeechModels/retentionLimit``), and with ``SpeechAnalyzer/Options/ModelRetention/processLifetime`` in
    /// any case. Set the context before: with other phrases they are made once more.
    ///
    /// - Parameter audioFormat: any, or nil: sound of every format is taken in.
    /// - Throws: `.model` where a module's language is not installed, `.moduleInUse`, `.analyzerFinished`; what keeps a decoder from
    ///   being made, which ends the analysis.
    public func prepareToAnalyze(in audioFormat: AudioFormat?) async throws(RecognitionError) {
        try beginSessions()
        await withTaskGroup(of: Void.self) { group in
            for session in parts.map(\.session) { group.addTask { await session.prepare() } }
        }
        try checkSessions()
        if isFinished { throw ending as? RecognitionError ?? .analyzerFinished }
    }

    /// The format of the highest rate of those that the modules need no conversion of; nil where the language of none is installed.
    /// Sound of any other is taken in as well.
    public static func bestAvailableAudioFormat(
        compatibleWith modules: [any SpeechModule]
    ) async -> AudioFormat? {
        var formats: [AudioFormat] = []
        for module in modules { formats += await module.availableCompatibleAudioFormats }
        return formats.max { $0.sampleRate < $1.sampleRate }
    }

    /// The format that a program has, as sound of every format is taken in; without one, as
    /// ``bestAvailableAudioFormat(compatibleWith:)``.
    ///
    /// - Parameter naturalFormat: such as that of the microphone.
    public static func bestAvailableAudioFormat(
        compatibleWith modules: [any SpeechModule], considering naturalFormat: AudioFormat?
    ) async -> AudioFormat? {
        guard let best = await bestAvailableAudioFormat(compatibleWith: modules) else { return nil }
        return naturalFormat?.isSupported == true ? naturalFormat : best
    }

    // MARK: - Sound

    /// Begins to take sound from a further input, in the place of the one before: what was taken from that is heard first.
    ///
    /// - Parameter limit: how much is taken that is not heard yet, about.
    func beginInput<Sounds>(_ sounds: Sounds, ahead limit: Duration) throws -> RunningInput
    where Sounds: AsyncSequence & Sendable, Sounds.Element == AnalyzerInput {
        try beginSessions()
        // It may wait for sound that never comes.
        input?.taking.cancel()
        inputNumber += 1
        hasInput = true
        let ahead = SoundAhead(limit: limit)
        let taking = Task.detached(priority: options.priority) { await ahead.take(from: sounds) }
        let next = RunningInput(number: inputNumber, ahead: ahead, taking: taking, former: input?.over)
        input = next
        return next
    }

    /// Hears all sound of an input, and returns when it has been searched. A cancelled Swift task hears no more than was taken.
    ///
    /// - Parameter isLast: whether the analysis ends with it.
    /// - Returns: the end of its sound; nil if there was none.
    func hearAll(of input: RunningInput, isLast: Bool = false) async throws -> AudioTime? {
        defer { input.finish() }
        await input.former?.wait()
        var hasHeard = false
        do {
            while let sound = try await input.ahead.next() {
                guard try await hear(sound) else { break }
                hasHeard = true
            }
        } catch {
            await endInput(input.number, throwing: error)
            throw error
        }
        await endInput(input.number, isLast: isLast)
        if let ending { throw ending }
        return hasHeard ? end : nil
    }

    /// Hears the next sound, and returns when it has been searched.
    ///
    /// - Returns: whether more is heard.
    func hear(_ sound: AnalyzerInput) async throws -> Bool {
        guard !isEnding, !isFinished else { return false }
        let format = sound.buffer.format.isSupported ? sound.buffer.format : .recognition
        let rate = format.sampleRate
        let start = place(sound, rate)
        let end = AudioTime(start + sound.buffer.duration, sampleRate: rate)
        if self.end == nil { heardPhrases = context.phrases }
        // At once: a module that comes while this is searched begins there.
        self.end = end
        let timed = AnalyzerInput(buffer: sound.buffer, bufferStartTime: AudioTime(start, sampleRate: rate))
        for part in parts { part.session.hear(timed) }
        for part in parts { await part.session.waitUntilHeard() }
        if isFinished {
            if let ending { throw ending }
            return false
        }
        try checkSessions()
        noteVolatileRange()
        release { $0.time <= end.seconds }
        return true
    }

    /// Where sound begins on the clock of all inputs; what comes next follows on it.
    private func place(_ sound: AnalyzerInput, _ rate: Int) -> Duration {
        let time = sound.bufferStartTime.flatMap { $0.isPlausible ? $0 : nil }
        if timeline.clock == nil { timeline.begin(at: time ?? AudioTime(sampleTime: 0, sampleRate: rate)) }
        if let time { timeline.skip(to: time) }
        let start = timeline.clock ?? .zero
        timeline.advance(by: sound.buffer.duration)
        return start
    }

    /// An input is over, and no other has taken its place: what was wrong with it ends the analysis, once what was heard is
    /// final.
    ///
    /// - Parameter isLast: whether the analysis ends with it.
    func endInput(_ number: Int, isLast: Bool = false, throwing error: (any Error)? = nil) async {
        guard number == inputNumber else { return }
        if let error {
            // Who waits for the end of the input waits for this.
            inputNumber += 1
            isEnding = true
            for part in parts { await part.session.end() }
            return finish(throwing: error)
        }
        hasInput = false
        release { _ in true }
        // What goes wrong now, the results throw.
        if isLast { try? await finishHearing() }
    }

    /// Says which of the sound may still be heard differently, if that is news.
    func noteVolatileRange() {
        let rate = end?.sampleRate ?? AudioFormat.recognition.sampleRate
        let settled = AudioTime(parts.map(\.settledUntil).min() ?? end?.duration ?? .zero, sampleRate: rate)
        let range = end.map { AudioTimeRange(start: settled, end: $0) }
        let new = range?.isEmpty == false ? range : nil
        guard new != volatileRange else { return }
        let old = volatileRange
        volatileRange = new
        let told = new ?? AudioTimeRange(start: old?.end ?? settled, end: old?.end ?? settled)
        volatileRangeChangedHandler?(told, told.start != old?.start, told.end != old?.end)
    }

    // MARK: - The end

    /// Waits until sound has been heard up to `time`, in seconds, or there is none any more, or the Swift task is cancelled.
    func waitForSound(until time: TimeInterval) async throws {
        guard mayHearMore, (end?.seconds ?? 0) < time else { return }
        try await wait(until: time)
    }

    /// Waits until the input has ended, of which the first may be to come, or the Swift task is cancelled.
    func waitForEndOfInput() async throws {
        guard mayHearMore else { return }
        try await wait(until: .infinity)
    }

    /// Whether there is an input, or the first is to come.
    private var mayHearMore: Bool { hasInput || inputNumber == 0 }

    /// Whether anybody waits for sound.
    var isWaitedFor: Bool { !waiters.isEmpty }

    private func wait(until time: TimeInterval) async throws {
        newestWaiter += 1
        let number = newestWaiter
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { then in
                waiters.append(Waiter(number: number, time: time, then: then))
            }
        } onCancel: {
            // Not before the waiter is there: the analyzer does one thing at a time.
            Task { await release { $0.number == number } }
        }
        if isOver { throw ending ?? CancellationError() }
    }

    private func release(_ isDue: @Sendable (Waiter) -> Bool) {
        let due = waiters.filter(isDue)
        waiters.removeAll(where: isDue)
        for waiter in due { waiter.then.resume(returning: isFinished) }
    }

    /// Ends what is under way and began before `time`, nil for all, and returns when everything that was heard before it is
    /// final.
    func settle(through time: AudioTime?) async throws {
        guard !isFinished else { throw RecognitionError.analyzerFinished }
        let until = time.flatMap { $0.isPlausible ? $0.duration : nil }
        for part in parts {
            // While another call ends the analysis, all is final at that end.
            if isEnding { await part.session.end() } else { await part.session.settle(through: until) }
        }
        if isCancelled { throw CancellationError() }
        // Another call that waited may have found what went wrong.
        if let ending { throw ending }
        try checkSessions()
        noteVolatileRange()
    }

    /// What has ended a module's work ends the analysis.
    private func checkSessions() throws(RecognitionError) {
        guard let failure = parts.lazy.compactMap(\.session.failure).first else { return }
        finish(throwing: failure)
        throw failure
    }

    /// Recognizes what was heard, and takes no more.
    func finishHearing() async throws {
        if !isFinished {
            inputNumber += 1
            isEnding = true
            hasInput = false
            for part in parts { await part.session.end() }
            if isCancelled { throw CancellationError() }
            finish(throwing: parts.lazy.compactMap(\.session.failure).first)
        }
        if let ending { throw ending }
    }

    /// Ends at once, whatever was heard.
    func cancel() {
        isCancelled = isCancelled || !isFinished
        finish(throwing: nil)
    }

    /// Drops what is not final. Without effect once it has finished.
    func finish(throwing error: (any Error)?) {
        guard !isFinished else { return }
        isFinished = true
        ending = error
        inputNumber += 1
        hasInput = false
        for part in parts { part.session.cancel() }
        parts = []
        own.finish(modules, throwing: error)
        input?.taking.cancel()
        if let range = volatileRange {
            volatileRange = nil
            let none = AudioTimeRange(start: range.end, end: range.end)
            volatileRangeChangedHandler?(none, true, false)
        }
        release { _ in true }
    }
}
