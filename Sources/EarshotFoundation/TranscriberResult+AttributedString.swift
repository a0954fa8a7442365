import Earshot
import Foundation

extension TranscriberResult: FoundationBridged {}

extension FoundationBridged where Self == TranscriberResult {
    /// The likeliest text, a run a word, which has its time and its confidence as attributes. The space before a word belongs to
    /// its run; where another result came before this one, the first word has one, too, so that texts are joined as they are.
    ///
    /// ```swift
    /// for try await result in transcriber.results where result.isFinal {
    ///     page += result.text                           // an AttributedString
    ///     print(String(result.text.characters))
    /// }
    /// ```
    public var text: AttributedString { attributed(self.transcription) }

    /// The texts of `TranscriberResult/transcriptions`, best first, likewise.
    public var alternatives: [AttributedString] { self.transcriptions.map { attributed($0) } }

    private func attributed(_ transcription: Transcription) -> AttributedString {
        var text = AttributedString()
        for (index, segment) in transcription.segments.enumerated() {
            let space = index > 0 || self.isContinuation ? " " : ""
            var word = AttributedString(space + segment.substring)
            word.audioTimeRange = AudioTimeRange(
                start: moment(segment.timestamp), end: moment(segment.timestamp + segment.duration))
            word.transcriptionConfidence = Double(segment.confidence)
            text += word
        }
        return text
    }

    private func moment(_ seconds: TimeInterval) -> AudioTime {
        AudioTime(seconds: seconds, preferredTimescale: self.range.start.sampleRate)
    }
}
