import Dispatch
import Models
import Synchronization

/// Recognizes speech, on this device: live audio or recordings, in one language.
///
/// It is the counterpart of the Speech framework's `SFSpeechRecognizer`, and its requests, tasks and results are those
/// of that framework without the prefix. What differs is said where it does.
///
///     guard let recognizer = SpeechRecognizer() else { return }
///     let request = SpeechURLRecognitionRequest(url: URL(filePath: "note.flac"))
///     let task = recognizer.recognitionTask(with: request) { result, error in
///         if let result, result.isFinal { print(result.bestTranscription.formattedString) }
///     }
///
/// The handler is called on the main queue, which ``queue`` changes. Or, without a handler:
///
///     for try await result in recognizer.results(for: request) {
///         print(result.bestTranscription.formattedString)
///     }
///
/// Any thread may use it. A recognizer holds no model; decoders are made when a task needs one, and used again. What
/// they learn of a microphone is kept (`CepstralMeanStore`); a recording gives the same result every time. Tasks go
/// on when the recognizer is released.
public final class SpeechRecognizer: Sendable {
    /// Called with partial results, then with either the final result or an error, and never after that: exactly one
    /// of the two arguments is not nil. The error is a ``RecognitionError``. Called on the recognizer's
    /// ``SpeechRecognizer/queue``, which is the main one unless set.
    ///
    /// A recording that is damaged or cut short gives its words as a last partial result, whether or not these were asked
    /// for, and then what is wrong with it as the error.
    public typealias ResultHandler = @Sendable (SpeechRecognitionResult?, (any Error)?) -> Void

    private struct State: Sendable {
        var queue: any HandlerQueue = DispatchQueue.main
        var defaultTaskHint = SpeechRecognitionTaskHint.unspecified
    }

    /// The language that is recognized: that of the model pack, such as `en-US`. (The framework's type is Foundation's
    /// `Locale`, which needs ICU, tens of megabytes, to compare languages.)
    public var locale: LocaleTag { pack.locale }

    let pack: ModelPack
    let availabilityMonitor: AvailabilityMonitor
    private let state = Mutex(State())
    let delegation = Mutex(Delegation())

    /// For the user's language: that of LC_ALL, LC_MESSAGES or LANG; the first installed one if there is none for it. Nil
    /// if no model pack is installed.
    public convenience init?() {
        guard let pack = ModelPack.preferred(among: InstalledPacks.all) else { return nil }
        self.init(pack: pack)
    }

    /// For a language and region, as `LocaleTag("en-US")!`. Nil if no installed model pack speaks it: `en` takes the first
    /// pack of any English, `en-GB` one of `en-GB` or of `en`, and never one of `en-US`.
    public convenience init?(locale: LocaleTag) {
        guard let pack = ModelPack.matching(locale, among: InstalledPacks.all) else { return nil }
        self.init(pack: pack)
    }

    /// With a certain model pack, as ``ModelPack/installed(searchPaths:)`` finds them. Its files are looked at when
    /// the first task needs them; that task's error names what is wrong with them.
    public convenience init(pack: ModelPack) {
        self.init(pack: pack, monitor: AvailabilityMonitor(pack: pack))
    }

    init(pack: ModelPack, monitor: AvailabilityMonitor) {
        self.pack = pack
        availabilityMonitor = monitor
    }

    /// The languages for which a model pack is installed, on ``ModelPack/defaultSearchPaths``. The folders are read at
    /// each call; a pack whose `model.yaml` is wrong is left out and named in the log.
    public static func supportedLocales() -> Set<LocaleTag> {
        Set(InstalledPacks.all.map(\.locale))
    }

    /// Always true: there is no other way.
    public var supportsOnDeviceRecognition: Bool { true }

    /// Where handlers and delegates are called; the main queue unless set. It must be serial. A task keeps the queue that
    /// was set when it began.
    ///
    /// The main queue is served by an async `main`, by `dispatchMain()` and by a run loop. A program whose main thread does
    /// something else, such as waiting for a line to be typed, is never called there: it sets a queue of its own, or takes
    /// ``results(for:)`` and ``availability``, which need no queue of the program's.
    ///
    /// ```swift
    /// recognizer.queue = DispatchQueue(label: "speech")
    /// ```
    public var queue: DispatchQueue {
        get { handlerQueue.dispatchQueue }
        set { handlerQueue = newValue }
    }

    /// ``queue``, for a module that gives it another type.
    package var handlerQueue: any HandlerQueue {
        get { state.withLock { $0.queue } }
        set { state.withLock { $0.queue = newValue } }
    }

    /// For requests that do not say what to expect: those whose ``SpeechRecognitionRequest/taskHint`` is
    /// `.unspecified`. Looked at when a task begins.
    public var defaultTaskHint: SpeechRecognitionTaskHint {
        get { state.withLock { $0.defaultTaskHint } }
        set { state.withLock { $0.defaultTaskHint = newValue } }
    }

    // MARK: - Tasks

    /// Recognizes a request; results go to a handler.
    ///
    /// Returns at once; all work is done elsewhere. Whatever is wrong comes as the handler's one error: with the audio
    /// (`.audio`), with a model pack (`.model`), with words without a pronunciation or a decoder that gives up
    /// (`.decoding`), and `.noSpeech` when no words were in it. The words of a request are looked up when its
    /// first audio comes.
    ///
    /// - Parameters:
    ///   - request: one that has served no task yet; else the error is `.requestInUse`.
    ///   - resultHandler: kept until the task is over.
    /// - Returns: the task, to finish or cancel it; it need not be held.
    @preconcurrency @discardableResult
    public func recognitionTask(
        with request: SpeechRecognitionRequest, resultHandler: @escaping ResultHandler
    ) -> SpeechRecognitionTask {
        start(request, .handler(resultHandler))
    }

    /// Recognizes a request; results go to a delegate, which is not retained: without another owner it gets no
    /// results, while the task continues. Otherwise as ``recognitionTask(with:resultHandler:)``.
    @discardableResult
    public func recognitionTask(
        with request: SpeechRecognitionRequest, delegate: any SpeechRecognitionTaskDelegate
    ) -> SpeechRecognitionTask {
        start(request, .delegate(SpeechRecognitionTask.WeakDelegate(delegate)))
    }

    /// Recognizes a request; its results are a sequence, which ends after the final one or throws the
    /// ``RecognitionError`` that a handler would get.
    ///
    /// Results do not use ``queue``: the loop runs even while the main thread is busy. Recognition begins with this call,
    /// not with the loop. Leaving the loop early cancels it, wherever the sequence is
    /// kept; so does cancelling the Swift task around it, which ends the loop without an error. One loop may go over it.
    /// For one that is slower than results come, the two newest wait: of partial ones it sees the newest, and always the
    /// final one.
    ///
    /// ```swift
    /// func text(of request: SpeechRecognitionRequest) async throws -> String {
    ///     for try await result in recognizer.results(for: request) where result.isFinal {
    ///         return result.bestTranscription.formattedString
    ///     }
    ///     throw CancellationError()
    /// }
    /// ```
    public func results(for request: SpeechRecognitionRequest) -> SpeechRecognitionResults {
        // Only the newest partials: each holds all words so far, and those of an hour would fill a small board's memory.
        let (stream, continuation) = SpeechRecognitionResults.Stream.makeStream(
            bufferingPolicy: .bufferingNewest(2))
        let listener = SpeechRecognitionTask.Listener.handler { result, error in
            if let result {
                continuation.yield(result)
                if result.isFinal { continuation.finish() }
            } else {
                continuation.finish(throwing: error)
            }
        }
        let task = start(request, listener, on: DispatchQueue(label: "earshot.results"))
        continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
        return SpeechRecognitionResults(stream: stream, task: task)
    }

    /// - Parameter inner: where a listener of the library's own is called.
    private func start(
        _ request: SpeechRecognitionRequest, _ listener: SpeechRecognitionTask.Listener,
        on inner: DispatchQueue? = nil
    ) -> SpeechRecognitionTask {
        let settings = request.current
        let (queue, defaultHint) = state.withLock { ($0.queue, $0.defaultTaskHint) }
        var limitNoticeHandler = settings.limitNoticeHandler
        if inner != nil, let handler = limitNoticeHandler {
            // Called on `queue` even for a listener of the library's own.
            limitNoticeHandler = { seconds in queue.call { handler(seconds) } }
        }
        let task = SpeechRecognitionTask(
            listener, queue: inner ?? queue, limitNoticeHandler: limitNoticeHandler)
        guard request.claim() else {
            task.receive(.failed(.requestInUse))
            return task
        }
        let source: RecognitionSession.Source
        switch request {
        case let request as SpeechAudioBufferRecognitionRequest: source = .buffers(request.audio)
        case let request as SpeechURLRecognitionRequest: source = .file(request.url.recordingPath)
        default: preconditionFailure("a request is one of buffers or of a URL")
        }
        let hint = settings.taskHint ?? .unspecified
        let session = RecognitionSession(
            source, settings: settings, hint: hint == .unspecified ? defaultHint : hint, pack: pack,
            report: task.receiver(settings))
        task.start(session)
        return task
    }
}
