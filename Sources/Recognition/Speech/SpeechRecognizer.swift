import Capture
import Dispatch
import Language
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
/// or, without a handler:
///
///     for try await result in recognizer.results(for: request) { show(result) }
///
/// Any thread may use it. A recognizer holds no model; decoders are made when a task needs one, and used again. What they
/// learn of a microphone is kept (``ChannelMeanStore``); a recording gives the same result every time.
public final class SpeechRecognizer: Sendable {
    /// Called with partial results, then with either the final result or an error, and never after that. On `queue`.
    public typealias ResultHandler = @Sendable (SpeechRecognitionResult?, (any Error)?) -> Void

    private struct State: Sendable {
        var queue = DispatchQueue(label: "earshot.speech")
        var defaultTaskHint = SpeechRecognitionTaskHint.unspecified
    }

    /// The language that is recognized. (The framework's type is Foundation's `Locale`, which needs the 36 MB of ICU to
    /// tell languages apart.)
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

    /// For a language and region, as `LocaleTag("en-US")` or `Locale(identifier: "en-US")`. Nil if no installed model pack
    /// speaks it.
    public convenience init?(locale: some LocaleNaming) {
        guard let tag = LocaleTag(locale.identifier),
            let pack = ModelPack.matching(tag, among: InstalledPacks.all)
        else { return nil }
        self.init(pack: pack)
    }

    /// With a certain model pack, installed or not.
    public convenience init(pack: ModelPack) {
        self.init(pack: pack, monitor: AvailabilityMonitor(pack: pack))
    }

    init(pack: ModelPack, monitor: AvailabilityMonitor) {
        self.pack = pack
        availabilityMonitor = monitor
    }

    /// The languages for which a model pack is installed.
    public static func supportedLocales() -> Set<LocaleTag> {
        Set(InstalledPacks.all.map(\.locale))
    }

    /// Always true: there is no other way.
    public var supportsOnDeviceRecognition: Bool { true }

    /// Where handlers and delegates are called; a serial queue of the recognizer's own unless set. (The framework calls
    /// on the main queue, which a program without a run loop never serves.) It must be serial.
    public var queue: DispatchQueue {
        get { state.withLock { $0.queue } }
        set { state.withLock { $0.queue = newValue } }
    }

    /// For requests that do not say what to expect.
    public var defaultTaskHint: SpeechRecognitionTaskHint {
        get { state.withLock { $0.defaultTaskHint } }
        set { state.withLock { $0.defaultTaskHint = newValue } }
    }

    // MARK: - Tasks

    /// Recognizes a request; results go to a handler.
    @discardableResult
    public func recognitionTask(
        with request: SpeechRecognitionRequest, resultHandler: @escaping ResultHandler
    ) -> SpeechRecognitionTask {
        start(request, .handler(resultHandler))
    }

    /// Recognizes a request; results go to a delegate, which is not retained.
    @discardableResult
    public func recognitionTask(
        with request: SpeechRecognitionRequest, delegate: any SpeechRecognitionTaskDelegate
    ) -> SpeechRecognitionTask {
        start(request, .delegate(SpeechRecognitionTask.WeakDelegate(delegate)))
    }

    /// Recognizes a request; its results are a sequence, which ends after the final one or throws. Leaving the loop
    /// cancels the recognition.
    public func results(
        for request: SpeechRecognitionRequest
    ) -> AsyncThrowingStream<SpeechRecognitionResult, any Error> {
        AsyncThrowingStream { continuation in
            let task = recognitionTask(with: request) { result, error in
                if let result {
                    continuation.yield(result)
                    if result.isFinal { continuation.finish() }
                } else {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
        }
    }

    private func start(
        _ request: SpeechRecognitionRequest, _ listener: SpeechRecognitionTask.Listener
    ) -> SpeechRecognitionTask {
        let settings = request.current
        let (queue, defaultHint) = state.withLock { ($0.queue, $0.defaultTaskHint) }
        let task = SpeechRecognitionTask(
            listener, queue: queue, limitNoticeHandler: settings.limitNoticeHandler)
        guard request.take() else {
            task.receive(.failed(.requestInUse))
            return task
        }
        let source: RecognitionSession.Source
        switch request {
        case let request as SpeechAudioBufferRecognitionRequest: source = .buffers(request)
        case let request as SpeechURLRecognitionRequest:
            source = .file(request.url.path(percentEncoded: false))
        default: preconditionFailure("a request is one of buffers or of a URL")
        }
        let hint = settings.taskHint ?? .unspecified
        let session = RecognitionSession(
            source, settings: settings, hint: hint == .unspecified ? defaultHint : hint, pack: pack
        ) { task.receive($0) }
        task.start(session)
        return task
    }
}
