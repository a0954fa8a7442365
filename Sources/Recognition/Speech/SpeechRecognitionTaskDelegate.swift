/// Hears how a task goes on. All calls come on the recognizer's queue, one at a time; each method has an empty default.
///
/// The order: at most one `didDetectSpeech`; any number of hypotheses; among them, at the audio's end, one
/// `finishedReadingAudio`, after which what was heard may still take a moment; then `didFinishRecognition` and
/// `didFinishSuccessfully: true`, or `wasCancelled`, or `didFinishSuccessfully: false` with the task's `error`. Nothing
/// follows.
public protocol SpeechRecognitionTaskDelegate: AnyObject, Sendable {
    /// Speech has begun.
    func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask)
    /// A partial transcription; the next one may revise it.
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription)
    /// The final result.
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult)
    /// No more audio is taken.
    func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask)
    /// The task was cancelled.
    func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask)
    /// The task is over.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool)
    /// The audio's limit is near; Earshot's own.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, willReachLimitIn seconds: TimeInterval)
    /// How far a recording has been read, from 0 to 1; Earshot's own.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double)
}

extension SpeechRecognitionTaskDelegate {
    public func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {}
    public func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult
    ) {}
    public func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool)
    {}
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, willReachLimitIn seconds: TimeInterval) {
    }
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double) {}
}
