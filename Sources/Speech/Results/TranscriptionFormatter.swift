import Grammar
import Models

/// Writes recognized words as one reads them: capitals, numbers in digits, and the marks, line breaks and addresses that were
/// spoken ("comma", "new line", "ada at example dot org"). Full stops that nobody said are not guessed.
///
/// A transcription itself stays as it was recognized, so that its segments say where each word stands. A value; any thread may
/// use it.
///
/// ```swift
/// if let formatter = TranscriptionFormatter(locale: recognizer.locale) {
///     print(formatter.string(from: result.bestTranscription))     // "Meet me at 3 pm, please"
///     page = formatter.string(from: result.settledUtterances)     // without what "scratch that" took back
/// }
/// ```
public struct TranscriptionFormatter: Sendable {
    private let formatter: DictationFormatter

    /// A formatter for the installed language that fits best.
    ///
    /// - Parameter locale: as ``SpeechRecognizer/locale``.
    /// - Returns: nil where no such language is installed, or its pack does not say how it is written (`writing:` in its file
    ///   of words).
    public init?(locale: LocaleTag) {
        guard let pack = ModelPack.matching(locale, among: InstalledPacks.all),
            let words = try? pack.languageWords(), let formatter = DictationFormatter(words)
        else { return nil }
        self.formatter = formatter
    }

    /// A sentence; empty where it was taken back while it was spoken.
    public func string(from transcription: Transcription) -> String {
        formatter.text(transcription.formattedString).text
    }

    /// Several utterances, one after the other, with a capital each; "scratch that" at the beginning of one takes back the one
    /// before.
    public func string(from utterances: [Transcription]) -> String {
        var written: [String] = []
        for utterance in utterances {
            let next = formatter.text(utterance.formattedString)
            written.removeLast(min(next.takesBack, written.count))
            if !next.text.isEmpty { written.append(next.text) }
        }
        return written.reduce("") { page, text in
            page.isEmpty || page.last?.isNewline == true ? page + text : page + " " + text
        }
    }
}
