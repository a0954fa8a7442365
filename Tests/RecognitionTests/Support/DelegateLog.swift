import Recognition
import Synchronization

/// Writes down what a delegate is told.
final class DelegateLog: SpeechRecognitionTaskDelegate {
    private let log = Mutex<[String]>([])
    private let over = AsyncStream<Void>.makeStream()
    private let stream = AsyncStream<String>.makeStream()

    var events: [String] { log.withLock { $0 } }

    func untilOver() async {
        for await _ in over.stream { break }
    }

    /// Returns when an event has come that begins with `prefix`, or all is over.
    func until(_ prefix: String) async {
        for await event in stream.stream where event.hasPrefix(prefix) { break }
    }

    private func note(_ event: String) {
        log.withLock { $0.append(event) }
        stream.continuation.yield(event)
        if event.hasPrefix("finished") || event == "cancelled" { stream.continuation.finish() }
    }

    func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask) { note("speech") }
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {
        note("partial \(transcription.formattedString)")
    }
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition result: SpeechRecognitionResult
    ) {
        note("final \(result.bestTranscription.formattedString)")
    }
    func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask) { note("read") }
    func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask) {
        note("cancelled")
        over.continuation.yield()
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool) {
        note("finished \(successfully)")
        over.continuation.yield()
    }
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double) {
        note("progress")
    }
}
