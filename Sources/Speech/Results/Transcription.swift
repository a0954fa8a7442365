import Decoding
import Platform

/// A sentence, or several, as text and as words with times. A value, given by a result.
///
/// ```swift
/// for segment in transcription.segments {
///     print(segment.timestamp, transcription.formattedString[segment.substringRange])
/// }
/// ```
public struct Transcription: Sendable, Hashable {
    /// The whole text: words in lower case with single spaces between them. Punctuation is not added; a
    /// ``TranscriptionFormatter`` writes it as one reads it.
    public let formattedString: String
    /// Its words in order; empty where the text is.
    public let segments: [TranscriptionSegment]
}

extension Transcription {
    /// The share of its words that is expected to be right, from 0 to 1: the mean of its segments' confidence. 0 without
    /// words, and while nothing of it is settled.
    public var confidence: Float {
        segments.isEmpty
            ? 0 : Float(segments.reduce(0) { $0 + Double($1.confidence) } / Double(segments.count))
    }
}

/// A word of a transcription, when it was said, and how likely it is right.
///
/// ```swift
/// let unsure = transcription.segments.filter { $0.confidence < 0.5 }.map(\.substring)
/// ```
public struct TranscriptionSegment: Sendable, Hashable {
    /// The word, as in the dictionary or grammar, in lower case.
    public let substring: String
    /// Where it stands in the transcription's `formattedString`. A range of indices, since `NSRange` belongs to all of
    /// Foundation, which a board does without.
    public let substringRange: Range<String.Index>
    /// When it begins, in seconds on the capture clock: since the first sample, or since the engine's start if buffers
    /// came with their times. Exact to about 20 ms.
    public let timestamp: TimeInterval
    /// How long it lasts, in seconds.
    public let duration: TimeInterval
    /// How likely the word is right, from 0 to 1; 0 while it is not known, as in an utterance that is not over.
    ///
    /// With a language model it is the word's posterior probability in the lattice. With a grammar it is that of the
    /// whole command (`CommandProbability`), the same for each of its words: calibrated from the
    /// verification scores, never the grammar's own posterior, which is 1 for chatter, too.
    ///
    /// In other transcriptions than the best one, a word that the best one has at the same time has the same confidence
    /// there, or less where words are missing or too many. Other words have their own posterior with a language model; with
    /// a grammar they have 0, since no command but the best one is verified.
    public let confidence: Float
    /// Where it begins in `formattedString`, in UTF-16 code units.
    package let utf16Offset: Int
    /// Other words that were likely in its place, best first: those of other likely sentences that overlap it by half.
    /// Empty while partial and in other transcriptions than the best one;
    /// ``SpeechRecognitionRequest/maximumAlternatives`` says how many sentences are looked at.
    public let alternativeSubstrings: [String]
}

extension Transcription {
    /// A word with what is known of it.
    struct Piece {
        var word: RecognizedWord
        var confidence: Float = 0
        var alternatives: [String] = []
    }

    /// Whether it has these words and no others.
    func hasWords(of pieces: [Piece]) -> Bool {
        segments.elementsEqual(pieces) { $0.substring == $1.word.text }
    }

    init(_ pieces: [Piece]) {
        let text = pieces.map(\.word.text).joined(separator: " ")
        var segments: [TranscriptionSegment] = []
        var index = text.startIndex
        for piece in pieces {
            if !segments.isEmpty { index = text.index(after: index) }
            let end = text.index(index, offsetBy: piece.word.text.count)
            segments.append(
                TranscriptionSegment(
                    substring: piece.word.text, substringRange: index..<end,
                    timestamp: piece.word.start.seconds,
                    duration: (piece.word.end - piece.word.start).seconds, confidence: piece.confidence,
                    utf16Offset: index.utf16Offset(in: text), alternativeSubstrings: piece.alternatives))
            index = end
        }
        self.init(formattedString: text, segments: segments)
    }
}
