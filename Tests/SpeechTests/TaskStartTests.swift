import Capture
import Dispatch
import ListeningSupport
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// What a task does between its user and its session, with a queue that the test holds up.
@Suite struct TaskStartTests {
    private let queue = DispatchQueue(label: "earshot.test")

    @Test("A partial result that waits on the queue when cancel() returns is not delivered")
    func lateHypothesis() {
        let log = Mutex<[String]>([])
        let task = SpeechRecognitionTask(
            .handler { result, error in
                let text = result?.bestTranscription.formattedString ?? error.map { "\($0)" } ?? ""
                log.withLock { $0.append(text) }
            }, queue: queue, limitNoticeHandler: nil)
        queue.suspend()
        task.receive(.hypothesis(Transcription(formattedString: "go", segments: []), settled: []))
        task.cancel()
        task.receive(.failed(.cancelled))
        queue.resume()
        queue.sync {}
        #expect(log.withLock { $0 } == ["\(RecognitionError.cancelled)"])
    }

    @Test(
        "Finishing before the start recognizes what was heard up to then",
        .timeLimit(.minutes(minutesOfAllTests)))
    func finishedBeforeStart() async {
        let request = SpeechAudioBufferRecognitionRequest()
        request.append(AudioBuffer(samples: Signal.silence(.seconds(1)), sampleRate: 16_000))
        let log = DelegateLog()
        let task = SpeechRecognitionTask(.delegate(.init(log)), queue: queue, limitNoticeHandler: nil)
        let session = RecognitionSession(
            .buffers(request.audio), settings: request.current, hint: .unspecified, pack: Fixture.pack,
            report: task.receiver(request.current))
        task.finish()
        #expect(task.isFinishing)
        task.start(session)
        await log.untilOver()
        #expect(log.events.suffix(2) == ["read", "finished false"])
        #expect(task.error as? RecognitionError == .noSpeech)
    }
}
