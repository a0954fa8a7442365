import Capture
import Decoding
import Platform

/// What a ``SpeechTranscriber`` or a ``DictationTranscriber`` has heard: an utterance, or its words up to now.
///
/// ```swift
/// for try await result in transcriber.results {
///     if result.isFinal { page += result.text + " " } else { show(page + result.text) }
/// }
/// ```
public struct TranscriberResult: SpeechModuleResult, Hashable {
    /// The likeliest text, without a space at either end: who joins results puts one between them. Empty where what was told
    /// before, volatile, has turned out to be no speech.
    ///
    /// With `import EarshotFoundation` there is an `AttributedString` of this name, too, which begins with the space that it needs.
    @_disfavoredOverload public var text: String { transcription.formattedString }
    /// The same with the time of each word and, once final, its confidence.
    public var transcription: Transcription { transcriptions[0] }
    /// The likeliest transcriptions, best first, their confidence falling; never empty. More than one only in final results,
    /// and where ``SpeechTranscriber/ReportingOption/alternativeTranscriptions`` is asked for.
    public let transcriptions: [Transcription]
    /// The texts of ``transcriptions``; with `import EarshotFoundation` also as `AttributedString`s.
    @_disfavoredOverload public var alternatives: [String] { transcriptions.map(\.formattedString) }
    /// From the first word's begin to the last one's end.
    public let range: AudioTimeRange
    /// Up to when on the capture clock this transcriber's results are final.
    public let resultsFinalizationTime: AudioTime
    /// Whether the utterance is over; else its words may still change.
    public let isFinal: Bool
    /// Whether its text follows on that of another result.
    package let isContinuation: Bool
}

extension TranscriberResult {
    /// - Parameter alternatives: how many transcriptions there are beside the best one, at most.
    init(
        _ news: TranscribingSession.News, after past: TranscribingSession.Past, alternatives: Int,
        sampleRate: Int
    ) {
        isContinuation = past.hasWords
        switch news {
        case .words(let words):
            transcriptions = [Transcription(words.map { Transcription.Piece(word: $0) })]
            range = AudioTimeRange(words, or: past.settledUntil, sampleRate: sampleRate)
            isFinal = false
        case .utterance(let utterance, _):
            transcriptions = TranscriptionRanking([utterance], limit: alternatives + 1).transcriptions
            range = AudioTimeRange(utterance.words, or: utterance.start, sampleRate: sampleRate)
            isFinal = true
        }
        let settled = AudioTime(past.settledUntil, sampleRate: sampleRate)
        // The last word's end is exact to 20 ms only.
        resultsFinalizationTime = isFinal && settled.sampleTime < range.end.sampleTime ? range.end : settled
    }
}

extension AudioTimeRange {
    /// Of some words; empty at a time if there are none.
    init(_ words: [RecognizedWord], or time: Duration, sampleRate: Int) {
        self.init(
            start: AudioTime(words.first?.start ?? time, sampleRate: sampleRate),
            end: AudioTime(words.last?.end ?? time, sampleRate: sampleRate))
    }
}
