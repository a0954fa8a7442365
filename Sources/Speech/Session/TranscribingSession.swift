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
        /// The newest words of the utterance under way, whether they were wanted or not.
        var wordsUnderWay: String?
        var failure: RecognitionError?

        /// What is news in an event, with what was known before it.
        mutating func news(
            in event: RecognitionSession.Event, reportsVolatile: Bool
        ) -> (News, Past)? {
            switch event {
            case .words(let words):
                let text = words.map(\.text).joined(separator: " ")
                let isNews = text != wordsUnderWay
                wordsUnderWay = text
                guard isNews, reportsVolatile else { return nil }
                return (News.words(words), past)
            case .utterance(let hypothesis, let level):
                let before = Past(
                    settledUntil: hypothesis.start + hypothesis.audioDuration, hasWords: past.hasWords)
                let hasWords = !hypothesis.words.isEmpty
                // One without words is what has become of words on the way.
                let isNews = hasWords || wordsUnderWay != nil
                if hasWords { past.hasWords = true }
                wordsUnderWay = nil
                guard isNews else { return nil }
                return (News.utterance(hypothesis, level: level), before)
            case .settledUntil(let time): past.settledUntil = time
            case .ended(let error): if error != .cancelled { failure = error }
            default: break
            }
            return nil
        }
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
            endsAfterCommand: false, phrases: setup.phrases
        ) { event in
            let heard = board.status.withLock { status in
                status.news(in: event, reportsVolatile: settings.shouldReportPartialResults)
            }
            if let (news, past) = heard { report(news, past) }
            if case .ended = event { board.over.open() }
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
