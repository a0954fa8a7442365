import Capture
import Decoding
import Models
import Synchronization

/// The work of a module that hears words.
final class TranscribingSession: ModuleSession {
    /// What was heard, given to the module on the session's queue.
    enum News {
        /// The words of the utterance under way.
        case words([RecognizedWord])
        /// An utterance is over. With how loud it was, in dBFS.
        case utterance(UtteranceHypothesis, level: Double?)
    }

    private struct Status {
        var settledUntil = Duration.zero
        var failure: RecognitionError?
    }

    /// What the session and its reports share.
    private final class Board: Sendable {
        let status = Mutex(Status())
        let over = AsyncStream<Never>.makeStream()
    }

    private let board: Board
    private let session: RecognitionSession

    /// - Parameter report: with the time before which everything is decided.
    init(
        _ settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint, pack: ModelPack,
        _ setup: ModuleSetup, report: @escaping @Sendable (News, Duration) -> Void
    ) {
        var settings = settings
        settings.isEndless = true
        let board = Board()
        self.board = board
        session = RecognitionSession(
            .pushed, settings: settings, hint: hint, pack: pack, pool: setup.pool, retention: setup.retention
        ) { event in
            switch event {
            case .words(let words): report(.words(words), board.status.withLock { $0.settledUntil })
            case .utterance(let hypothesis, let level):
                report(
                    .utterance(hypothesis, level: level), hypothesis.start + hypothesis.audioDuration)
            case .settledUntil(let time): board.status.withLock { $0.settledUntil = time }
            case .failed(let error):
                if error != .cancelled { board.status.withLock { $0.failure = error } }
                board.over.continuation.finish()
            case .ended: board.over.continuation.finish()
            default: break
            }
        }
    }

    deinit { session.cancel() }

    var settledUntil: Duration { board.status.withLock { $0.settledUntil } }
    var failure: RecognitionError? { board.status.withLock { $0.failure } }

    func prepare() { session.prepare() }

    func hear(_ input: AnalyzerInput) { session.hear(.buffer(input.buffer, input.bufferStartTime)) }

    func waitUntilHeard() async {
        await withCheckedContinuation { done in session.hear(.decoded { done.resume() }) }
    }

    func settle(through time: Duration?) async {
        await withCheckedContinuation { done in
            session.hear(.settled(through: time) { done.resume() })
        }
    }

    func end() async {
        session.hear(.end)
        // In a task of its own: a cancelled one does not wait, and what was heard would be dropped.
        await Task { [board] in for await _ in board.over.stream {} }.value
    }

    func cancel() { session.cancel() }
}
