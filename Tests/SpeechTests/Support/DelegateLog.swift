import Speech
import Synchronization

/// Writes down what a delegate is told.
final class DelegateLog: SpeechRecognitionTaskDelegate {
    private let log = Mutex<[(event: String, state: SpeechRecognitionTask.State)]>([])
    /// How much audio had been processed, each time.
    let processed = Mutex<[TimeInterval]>([])
    private let over = AsyncStream<Void>.makeStream()
    private let stream = AsyncStream<String>.makeStream()

    var events: [String] { log.withLock { $0.map(\.event) } }

    /// What came while the task was in which state.
    var states: [(event: String, state: SpeechRecognitionTask.State)] { log.withLock { $0 } }

    func untilOver() async {
        for await _ in over.stream { break }
    }

    /// Returns when an event has come that begins with `prefix`, or all is over.
    func until(_ prefix: String) async {
        for await event in stream.stream where event.hasPrefix(prefix) { break }
    }

    private func note(_ event: String, of task: SpeechRecognitionTask) {
        log.withLock { $0.append((event, task.state)) }
        stream.continuation.yield(event)
        if event.hasPrefix("finished") || event == "cancelled" { stream.continuation.finish() }
    }

    func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask) { note("speech", of: task) }
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {
        note("partial \(transcription.formattedString)", of: task)
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didSettle utterance: Transcription) {
        note("utterance \(utterance.formattedString)", of: task)
    }
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition result: SpeechRecognitionResult
    ) {
        note("final \(result.bestTranscription.formattedString)", of: task)
    }
    func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask) { note("read", of: task) }
    func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask) {
        note("cancelled", of: task)
        over.continuation.yield()
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool) {
        note("finished \(successfully)", of: task)
        over.continuation.yield()
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProcessAudioDuration duration: TimeInterval)
    {
        processed.withLock { $0.append(duration) }
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double) {
        note("progress", of: task)
    }
}
