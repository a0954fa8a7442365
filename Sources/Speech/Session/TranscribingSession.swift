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

    /// What is known of the sound before news.
    struct Past {
        /// Before it everything is decided.
        var settledUntil = Duration.zero
        /// Whether there were words in it.
        var hasWords = false
    }

    private struct Status {
        var past = Past()
        var failure: RecognitionError?
    }

    /// What the session and its reports share.
    private final class Board: Sendable {
        let status = Mutex(Status())
        let over = Latch()
    }

    private let board: Board
    private let session: RecognitionSession

    init(
        _ settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint, pack: ModelPack,
        _ setup: ModuleSetup, report: @escaping @Sendable (News, Past) -> Void
    ) {
        let board = Board()
        self.board = board
        session = RecognitionSession(
            .pushed, settings: settings, hint: hint, pack: pack, pool: setup.pool, retention: setup.retention,
            isEndless: true, phrases: setup.phrases
        ) { event in
            switch event {
            case .words(let words): report(.words(words), board.status.withLock { $0.past })
            case .utterance(let hypothesis, let level):
                var past = board.status.withLock { $0.past }
                past.settledUntil = hypothesis.start + hypothesis.audioDuration
                report(.utterance(hypothesis, level: level), past)
                if !hypothesis.words.isEmpty { board.status.withLock { $0.past.hasWords = true } }
            case .settledUntil(let time): board.status.withLock { $0.past.settledUntil = time }
            case .failed(let error):
                if error != .cancelled { board.status.withLock { $0.failure = error } }
                board.over.open()
            case .ended: board.over.open()
            default: break
            }
        }
    }

    deinit { session.cancel() }

    var settledUntil: Duration { board.status.withLock { $0.past.settledUntil } }
    var failure: RecognitionError? { board.status.withLock { $0.failure } }

    func prepare() async {
        await withCheckedContinuation { done in session.prepare { done.resume() } }
    }

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
        await board.over.wait()
    }

    func cancel() { session.cancel() }
}
