import Dispatch
import Synchronization

/// A recognition under way. Any thread may use it.
///
/// A task need not be held; it ends with a final result or an error, after ``finish()`` or ``cancel()``,
/// or at its audio's end.
///
/// ```swift
/// let task = recognizer.recognitionTask(with: request) { result, error in
///     if let result, result.isFinal { print(result.bestTranscription.formattedString) }
/// }
/// try await Task.sleep(for: .seconds(5))
/// task.finish()       // what was heard until now is recognized; `cancel()` would drop it
/// ```
public final class SpeechRecognitionTask: Sendable {
    /// How far a task has come: each state is one of those in this order, and none comes twice. A task whose audio cannot
    /// be read, or whose request cannot be served, goes from the first to the last.
    public enum State: Int, Sendable, Hashable, CaseIterable {
        /// Recognition has not begun: no audio has come yet, its decoder is being made, or other recordings come first.
        case starting
        /// Audio is being recognized, speech or not; more of it is taken.
        case running
        /// No more audio is taken: it ended, the limit was reached, a grammar has its command, or ``finish()`` was called.
        /// The final result is on its way.
        case finishing
        /// Cancelled: no more results come; the decoder is being given back.
        case canceling
        /// Over: the final result or the error has come, or is being handed over.
        case completed
    }

    /// Receives the results.
    enum Listener: Sendable {
        case handler(SpeechRecognizer.ResultHandler)
        case delegate(WeakDelegate)
    }

    struct WeakDelegate: Sendable {
        // Unsafe, as a delegate may be of any actor's: it is set once, and used on the queue that the program has set.
        nonisolated(unsafe) private(set) weak var delegate: (any SpeechRecognitionTaskDelegate)?

        init(_ delegate: any SpeechRecognitionTaskDelegate) { self.delegate = delegate }
    }

    /// What comes of it, in order; after the last nothing more.
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

        var isLast: Bool {
            switch self {
            case .final, .failed: true
            default: false
            }
        }
    }

    private struct Status: Sendable {
        var state = State.starting
        var isCancelled = false
        var error: RecognitionError?
        var fraction: Double?
        var session: RecognitionSession?
        /// How many utterances have been settled.
        var settledCount = 0
        /// The newest hypothesis until the queue comes to it, with how many utterances were settled before it.
        var waiting: (settledCount: Int, hypothesis: Event)?
        /// Until the task is over: they may hold what holds the task.
        var listener: Listener?
        var limitNoticeHandler: (@Sendable (TimeInterval) -> Void)?
    }

    private let status: Mutex<Status>
    private let queue: any HandlerQueue

    init(
        _ listener: Listener, queue: any HandlerQueue, limitNoticeHandler: (@Sendable (TimeInterval) -> Void)?
    ) {
        status = Mutex(Status(listener: listener, limitNoticeHandler: limitNoticeHandler))
        self.queue = queue
    }

    // MARK: - For the task's user

    /// How far it has come; changes before the handler or delegate is called.
    public var state: State { status.withLock { $0.state } }

    /// Whether ``cancel()`` was called before the task was over.
    public var isCancelled: Bool { status.withLock { $0.isCancelled } }

    /// Whether no more audio is taken and the final result is still to come.
    public var isFinishing: Bool { state == .finishing }

    /// Why the task failed, a ``RecognitionError``; nil while it runs, and if it did not.
    public var error: (any Error)? { status.withLock { $0.error } }

    /// How much of a recording has been read, from 0 to 1; nil for live audio, before the first piece was read, and
    /// where the length is unknown.
    public var fractionCompleted: Double? { status.withLock { $0.fraction } }

    /// Takes no more audio and recognizes what was heard; the final result follows, or `.noSpeech` where there were no
    /// words. A recording is not read any further. Returns at once.
    public func finish() {
        let session = status.withLock { status in
            guard status.state == .starting || status.state == .running else {
                return nil as RecognitionSession?
            }
            status.state = .finishing
            return status.session
        }
        session?.finish()
    }

    /// Stops and gives the decoder back, without waiting for it. ``RecognitionError/cancelled`` is all that still
    /// comes, or a final result that was on its way already.
    public func cancel() {
        let session = status.withLock { status in
            guard status.state != .completed, !status.isCancelled else { return nil as RecognitionSession? }
            status.isCancelled = true
            status.state = .canceling
            return status.session
        }
        session?.cancel()
    }

    // MARK: - For the recognizer

    func start(_ session: RecognitionSession) {
        let state = status.withLock { status in
            status.session = session
            return status.state
        }
        switch state {
        case .canceling: session.cancel()
        case .finishing:
            session.start()
            session.finish()
        default: session.start()
        }
    }

    /// Receives what a session reports that works for it with these settings.
    func receiver(
        _ settings: SpeechRecognitionRequest.Settings
    ) -> @Sendable (RecognitionSession.Event) -> Void {
        let output = Mutex(TaskOutput(settings))
        return { report in
            for event in output.withLock({ $0.events(for: report) }) { self.receive(event) }
        }
    }

    /// Passes on what comes, in order. Of hypotheses that the queue has not come to the newest only, which takes the place
    /// of the one before if no utterance was settled between them: each has all words so far, and a queue may stand still.
    func receive(_ event: Event) {
        switch event {
        case .hypothesis:
            let place: Int? = status.withLock { status in
                let place = status.settledCount
                let isThere = status.waiting?.settledCount == place
                status.waiting = (place, event)
                return isThere ? nil : place
            }
            if let place { queue.call { self.deliverHypothesis(behind: place) } }
        case .settled:
            status.withLock { $0.settledCount += 1 }
            queue.call { self.deliver(event) }
        default: queue.call { self.deliver(event) }
        }
    }

    /// Without effect where another one has come, after a further utterance.
    private func deliverHypothesis(behind settledCount: Int) {
        let hypothesis: Event? = status.withLock { status in
            guard let waiting = status.waiting, waiting.settledCount == settledCount else { return nil }
            status.waiting = nil
            return waiting.hypothesis
        }
        if let hypothesis { deliver(hypothesis) }
    }

    private func deliver(_ event: Event) {
        // The status before the event, kept so that the handlers are released outside the lock if it was the last.
        let before: Status? = status.withLock { status in
            guard status.state != .completed, event.isLast || !status.isCancelled else { return nil }
            let before = status
            switch event {
            case .began where status.state == .starting: status.state = .running
            case .finishedReading where status.state != .canceling: status.state = .finishing
            case .progress(let fraction): status.fraction = fraction
            case .final, .failed:
                status.state = .completed
                status.session = nil
                status.waiting = nil
                status.listener = nil
                status.limitNoticeHandler = nil
                if case .failed(let error) = event { status.error = error }
            default: break
            }
            return before
        }
        guard let before else { return }
        if case .limitNotice(let seconds) = event { before.limitNoticeHandler?(seconds) }
        switch before.listener {
        case .handler(let handler): deliver(event, to: handler)
        case .delegate(let weak): if let delegate = weak.delegate { deliver(event, to: delegate) }
        case nil: break
        }
    }

    private func deliver(_ event: Event, to handler: SpeechRecognizer.ResultHandler) {
        switch event {
        case .hypothesis(let transcription, let settled):
            handler(SpeechRecognitionResult(partial: transcription, settled: settled), nil)
        case .final(let result): handler(result, nil)
        case .failed(let error): handler(nil, error)
        case .began, .detectedSpeech, .settled, .processed, .limitNotice, .progress, .finishedReading: break
        }
    }

    private func deliver(_ event: Event, to delegate: any SpeechRecognitionTaskDelegate) {
        switch event {
        case .began: break
        case .detectedSpeech: delegate.speechRecognitionDidDetectSpeech(self)
        case .hypothesis(let transcription, _):
            delegate.speechRecognitionTask(self, didHypothesizeTranscription: transcription)
        case .settled(let utterance): delegate.speechRecognitionTask(self, didSettle: utterance)
        case .processed(let seconds):
            delegate.speechRecognitionTask(self, didProcessAudioDuration: seconds)
        case .limitNotice(let seconds): delegate.speechRecognitionTask(self, willReachLimitIn: seconds)
        case .progress(let fraction): delegate.speechRecognitionTask(self, didProgressTo: fraction)
        case .finishedReading: delegate.speechRecognitionTaskFinishedReadingAudio(self)
        case .final(let result):
            delegate.speechRecognitionTask(self, didFinishRecognition: result)
            delegate.speechRecognitionTask(self, didFinishSuccessfully: true)
        case .failed(.cancelled): delegate.speechRecognitionTaskWasCancelled(self)
        case .failed: delegate.speechRecognitionTask(self, didFinishSuccessfully: false)
        }
    }
}
