import Decoding
import Platform

/// What was recognized, partial or final. A value, given to handlers, delegates and loops.
///
/// ```swift
/// if result.isFinal {
///     for transcription in result.transcriptions { print(transcription.formattedString) }
/// }
/// ```
public struct SpeechRecognitionResult: Sendable, Hashable {
    /// The likeliest transcription, the first of ``transcriptions``: of everything that was heard since the task began.
    public var bestTranscription: Transcription { transcriptions[0] }
    /// The likeliest ones of the whole, with distinct texts, best first; never empty. Their ``Transcription/confidence``
    /// falls. Only the best one while partial; ``SpeechRecognitionRequest/maximumAlternatives`` says how many there are.
    public let transcriptions: [Transcription]
    /// What is settled: the utterances that are over, in order, with their confidence. None of them changes any more; further
    /// ones follow, each with a result of its own as soon as the pause after it was heard. In ``bestTranscription`` they come
    /// first, and what stands behind them may be revised. Empty until the first pause; all of them in the final result.
    ///
    /// So long dictation is written down piece by piece, whichever results a loop has seen:
    ///
    /// ```swift
    /// for utterance in result.settledUtterances.dropFirst(written) { page.append(utterance.formattedString) }
    /// written = result.settledUtterances.count
    /// ```
    public let settledUtterances: [Transcription]
    /// Whether this is the last result of its task; a partial one may be revised by the next.
    public let isFinal: Bool
    /// How it was said and what recognizing it took; nil while partial.
    public let speechRecognitionMetadata: SpeechRecognitionMetadata?
}

/// How something was said and recognized. Times in seconds.
///
/// `voiceAnalytics` (jitter, shimmer, pitch) is not offered: nothing on a board listens to the voice itself.
///
/// ```swift
/// if let metadata = result.speechRecognitionMetadata, metadata.realTimeFactor > 1 {
///     print("this machine is too slow for live speech")
/// }
/// ```
public struct SpeechRecognitionMetadata: Sendable, Hashable {
    /// When the first word began, on the capture clock, as ``TranscriptionSegment/timestamp``; 0 without words.
    public let speechStartTimestamp: TimeInterval
    /// From the first word's begin to the last one's end, pauses included.
    public let speechDuration: TimeInterval
    /// Words a minute over ``speechDuration``; 0 without words.
    public let speakingRate: Double
    /// Mean length of the pauses (of 100 ms and more) between words; 0 if there are none.
    public let averagePauseDuration: TimeInterval
    /// Processor time that decoding took, over all threads and utterances; making a decoder is not counted.
    public let decodeDuration: TimeInterval
    /// Processor seconds per second of audio searched. Above 1, one core cannot keep up with live speech.
    public let realTimeFactor: Double
}

extension SpeechRecognitionMetadata {
    init(_ utterances: [UtteranceHypothesis]) {
        let words = utterances.flatMap(\.words)
        let start = words.first?.start ?? .zero
        let duration = ((words.last?.end ?? .zero) - start).seconds
        let pauses = zip(words, words.dropFirst()).map { ($1.start - $0.end).seconds }.filter { $0 >= 0.1 }
        let decodeTime = utterances.reduce(Duration.zero) { $0 + $1.decodeTime }
        let audio = utterances.reduce(Duration.zero) { $0 + $1.audioDuration }
        self.init(
            speechStartTimestamp: start.seconds, speechDuration: duration,
            speakingRate: duration > 0 ? Double(words.count) * 60 / duration : 0,
            averagePauseDuration: pauses.isEmpty ? 0 : pauses.reduce(0, +) / Double(pauses.count),
            decodeDuration: decodeTime.seconds, realTimeFactor: audio > .zero ? decodeTime / audio : 0)
    }
}
