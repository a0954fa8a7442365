import Capture
import Decoding

/// Makes a task's events of what its session reports: hypotheses of all that was said, each utterance once it is over, and at the end
/// the result or what went wrong.
///
/// ```swift
/// var output = TaskOutput(request.current)
/// for event in output.events(for: .words(words)) { task.receive(event) }
/// ```
struct TaskOutput {
    private let settings: SpeechRecognitionRequest.Settings
    private var transcript = SettledTranscript()
    /// The utterances that were believed, in order, without the empty ones.
    private var utterances: [UtteranceHypothesis] = []
    /// Whether there were words, whatever came of them.
    private var hasHeardWords = false
    /// Whether an utterance was heard that was not believed.
    private var hasRefused = false
    /// What is wrong with a recording that ended too early.
    private var fault: CaptureError?

    init(_ settings: SpeechRecognitionRequest.Settings) {
        self.settings = settings
    }

    /// What the task tells of the next report.
    mutating func events(for report: RecognitionSession.Event) -> [SpeechRecognitionTask.Event] {
        switch report {
        case .began: return [.began]
        case .detectedSpeech: return [.detectedSpeech]
        case .words(let words):
            hasHeardWords = true
            return hypothesis(with: words)
        case .utterance(let utterance, _): return settle(utterance)
        case .refused: hasRefused = true
        case .settledUntil: break
        // Not with the utterance itself: the final result, if it was the last one, says it all.
        case .caughtUp: if transcript.hasNews { return hypothesis() }
        case .processed(let seconds): return [.processed(seconds)]
        case .limitNotice(let seconds): return [.limitNotice(seconds)]
        case .progress(let fraction): return [.progress(fraction)]
        case .finishedReading(let fault):
            self.fault = fault
            return [.finishedReading]
        case .ended(let error):
            if let error { return [.failed(error)] }
            return ending
        }
        return []
    }

    /// All that was said, where it is news and asked for.
    private mutating func hypothesis(with words: [RecognizedWord] = []) -> [SpeechRecognitionTask.Event] {
        guard settings.shouldReportPartialResults,
            let all = transcript.hypothesis(with: words, timesMatter: settings.shouldReportTimeChanges)
        else { return [] }
        return [.hypothesis(all, settled: transcript.utterances)]
    }

    private mutating func settle(_ utterance: UtteranceHypothesis) -> [SpeechRecognitionTask.Event] {
        guard !utterance.words.isEmpty else {
            // Nothing has come of words that were told: of half a command, or of noise.
            return transcript.tellsMore ? hypothesis() : []
        }
        utterances.append(utterance)
        return [.settled(transcript.settle(utterance))]
    }

    /// When all audio has been recognized.
    private var ending: [SpeechRecognitionTask.Event] {
        if let fault {
            // The words that a damaged recording holds are told, whether or not partial results were asked for.
            guard !utterances.isEmpty else { return [.failed(.audio(fault))] }
            let all = SpeechRecognitionTask.Event.hypothesis(
                result.bestTranscription, settled: transcript.utterances)
            return [all, .failed(.audio(fault))]
        }
        let hasHeardHalf = hasHeardWords && settings.grammar != nil
        let isAnything = !utterances.isEmpty || hasRefused || hasHeardHalf
        return [isAnything ? .final(result) : .failed(.noSpeech)]
    }

    private var result: SpeechRecognitionResult {
        SpeechRecognitionResult(
            utterances, settled: transcript.utterances, alternatives: settings.maximumAlternatives)
    }
}
