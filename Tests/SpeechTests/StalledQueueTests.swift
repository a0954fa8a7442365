import Decoding
import Dispatch
import Synchronization
import Testing

@testable import Speech

/// What waits for a program's queue that stands still.
@Suite struct StalledQueueTests {
    /// Calls nothing before it is told to.
    private final class StalledQueue: HandlerQueue {
        let dispatchQueue = DispatchQueue(label: "test")
        private let bodies = Mutex<[@Sendable () -> Void]>([])

        var count: Int { bodies.withLock { $0.count } }

        func call(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }

        func go() {
            let waiting = bodies.withLock { bodies in
                defer { bodies = [] }
                return bodies
            }
            for body in waiting { body() }
        }
    }

    private let queue = StalledQueue()
    private let log = DelegateLog()

    private func task() -> SpeechRecognitionTask {
        SpeechRecognitionTask(
            .delegate(SpeechRecognitionTask.WeakDelegate(log)), queue: queue, limitNoticeHandler: nil)
    }

    private func transcription(_ text: String) -> Transcription {
        Transcription(
            text.split(separator: " ").map {
                Transcription.Piece(word: RecognizedWord(text: String($0), start: .zero, end: .zero))
            })
    }

    private func hear(_ texts: [String], _ task: SpeechRecognitionTask) {
        for text in texts { task.receive(.hypothesis(transcription(text), settled: [])) }
    }

    @Test("Of partial results the newest waits, and it comes behind what was settled before it")
    func newestOnly() {
        let task = task()
        hear(["go", "go forward"], task)
        #expect(queue.count == 1)
        task.receive(.settled(transcription("go forward")))
        hear(["go forward ten", "go forward ten meters"], task)
        task.receive(.failed(.noSpeech))
        #expect(queue.count == 4)
        queue.go()
        #expect(log.events == ["utterance go forward", "partial go forward ten meters", "finished false"])
    }

    @Test("A partial result that waits at an utterance's end is handed over where no other comes")
    func lastOfUtterance() {
        let task = task()
        hear(["go"], task)
        queue.go()
        hear(["go forward"], task)
        task.receive(.settled(transcription("go forward")))
        queue.go()
        #expect(log.events == ["partial go", "partial go forward", "utterance go forward"])
    }
}
