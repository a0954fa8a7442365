import Decoding

/// What a task has told of its words: the utterances that are over, and the newest hypothesis of all that was said.
///
/// ```swift
/// var transcript = SettledTranscript()
/// if let hypothesis = transcript.hypothesis(with: words) { show(hypothesis) }
/// print(transcript.settle(utterance).formattedString)
/// ```
struct SettledTranscript {
    /// The utterances that are over.
    private(set) var utterances: [Transcription] = []
    /// Whether one is over since the newest hypothesis.
    private(set) var hasNews = false
    /// All words of the utterances.
    private var pieces: [Transcription.Piece] = []
    /// The newest hypothesis.
    private var told: Transcription?

    /// Whether words were told that have not become part of an utterance.
    var tellsMore: Bool { told.map { $0.segments.count > pieces.count } ?? false }

    /// An utterance is over, which has words.
    ///
    /// - Returns: its text.
    mutating func settle(_ utterance: UtteranceHypothesis) -> Transcription {
        let words = utterance.pieces
        let transcription = Transcription(words)
        utterances.append(transcription)
        pieces += words
        hasNews = true
        return transcription
    }

    /// All that was said, if it is news: another text, or an utterance more that is over.
    ///
    /// - Parameters:
    ///   - words: of the utterance under way.
    ///   - timesMatter: whether other times of the same words are news, too.
    mutating func hypothesis(
        with words: [RecognizedWord] = [], timesMatter: Bool = false
    ) -> Transcription? {
        let all = pieces + words.map { Transcription.Piece(word: $0) }
        let isOld = !hasNews && told?.hasWords(of: all) == true
        // Not made of words that are no news: it has all since the task began.
        guard !isOld || timesMatter else { return nil }
        let hypothesis = Transcription(all)
        guard !isOld || hypothesis != told else { return nil }
        hasNews = false
        told = hypothesis
        return hypothesis
    }
}
