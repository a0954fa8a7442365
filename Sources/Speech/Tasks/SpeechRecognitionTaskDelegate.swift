/// Receives results and progress of a task. All calls come on the recognizer's ``SpeechRecognizer/queue``, the main one
/// unless set, one at a time; each method has an empty default.
///
/// The order: at most one `didDetectSpeech`; any number of hypotheses and settled utterances; among them, at the audio's end, one
/// `finishedReadingAudio`, after which what was heard may still take a moment; then `didFinishRecognition` and
/// `didFinishSuccessfully: true`, or `wasCancelled`, or `didFinishSuccessfully: false` with the task's `error`. Nothing
/// follows. A recording that is damaged or cut short gives all its words as a last hypothesis, then fails.
///
/// ```swift
/// final class Scribe: SpeechRecognitionTaskDelegate {
///     func speechRecognitionTask(
///         _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult
///     ) {
///         print(recognitionResult.bestTranscription.formattedString)
///     }
/// }
/// ```
public protocol SpeechRecognitionTaskDelegate: AnyObject {
    /// Speech has begun, for the first time in the task.
    func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask)
    /// A partial transcription of everything since the task began; the next one may revise it, save what is settled. Only
    /// where ``SpeechRecognitionRequest/shouldReportPartialResults`` is on.
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription)
    /// An utterance is over, and what was said in it does not change any more; with the confidence of its words. Each comes
    /// once, in order, before the hypotheses of what follows it, the last one before the final result; whether or not partial
    /// results were asked for. Earshot's own.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didSettle utterance: Transcription)
    /// The final result; `didFinishSuccessfully: true` follows.
    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult)
    /// No more audio is taken: it ended, the time limit was reached, ``SpeechRecognitionTask/finish()`` was called, or
    /// a grammar has its command.
    func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask)
    /// The task was cancelled, and is over; `didFinishSuccessfully` does not follow.
    func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask)
    /// The task is over, with a result or with an error, which ``SpeechRecognitionTask/error`` is.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool)
    /// How much audio has been taken in since the task began, in seconds; five times for each second of it at most. What
    /// was said in it may still be under way.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProcessAudioDuration duration: TimeInterval)
    /// The audio's limit is near: so many seconds of audio are still taken
    /// (``SpeechRecognitionRequest/limitNotice``). Earshot's own.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, willReachLimitIn seconds: TimeInterval)
    /// How far a recording has been read, from 0 to 1; five times for each second of it, and not where its length is
    /// unknown. Earshot's own.
    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double)
}

extension SpeechRecognitionTaskDelegate {
    public func speechRecognitionDidDetectSpeech(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {}
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, didSettle utterance: Transcription) {}
    public func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult
    ) {}
    public func speechRecognitionTaskFinishedReadingAudio(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask) {}
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool)
    {}
    public func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didProcessAudioDuration duration: TimeInterval
    ) {}
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, willReachLimitIn seconds: TimeInterval) {
    }
    public func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double) {}
}
