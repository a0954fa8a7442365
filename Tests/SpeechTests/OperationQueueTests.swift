import EarshotFoundation
import ListeningSupport
import Synchronization
import Testing

@testable import Speech

/// Handlers on the operation queue of a ported program.
@Suite struct OperationQueueTests {
    @Test(
        "An operation queue may be set that is busy, has handlers one at a time, in order, and is given back")
    func busy() async throws {
        let operations = OperationQueue()
        let isHeld = DispatchSemaphore(value: 0)
        operations.addOperation { isHeld.wait() }
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.queue = operations
        let given: OperationQueue = recognizer.queue
        #expect(given === operations)
        let isRunning = Atomic(false)
        let texts = Mutex<[String]>([])
        await withCheckedContinuation { over in
            recognizer.recognitionTask(with: Fixture.request("goforward.raw")) { result, _ in
                #expect(OperationQueue.current === operations)
                let overlaps = isRunning.exchange(true, ordering: .sequentiallyConsistent)
                #expect(!overlaps)
                texts.withLock { $0.append(result?.bestTranscription.formattedString ?? "") }
                isRunning.store(false, ordering: .sequentiallyConsistent)
                if result?.isFinal != false { over.resume() }
            }
            isHeld.signal()
        }
        let heard = texts.withLock { $0 }
        // Of partial results that waited for the queue the newest is enough, so there may be few.
        #expect(heard.last == "go forward ten meters")
    }

    @Test(
        "The main operation queue is the main queue, and one that is asked for is over the queue that was set"
    )
    func dispatched() {
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.queue = OperationQueue.main
        let queue: DispatchQueue = recognizer.queue
        let main: OperationQueue = recognizer.queue
        #expect(queue.label == DispatchQueue.main.label && main === OperationQueue.main)
        let own = DispatchQueue(label: "test")
        recognizer.queue = own
        let operations: OperationQueue = recognizer.queue
        #expect(operations.underlyingQueue === own)
    }

    @Test("A task ends although its queue cancels the operations that wait")
    func cancelledOperations() async throws {
        let operations = OperationQueue()
        operations.isSuspended = true
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.queue = operations
        let request = SpeechAudioBufferRecognitionRequest()
        await withCheckedContinuation { over in
            recognizer.recognitionTask(with: request) { _, error in
                if error != nil { over.resume() }
            }
            request.endAudio()
            while operations.operationCount == 0 { sched_yield() }
            operations.cancelAllOperations()
            operations.isSuspended = false
        }
    }
}
