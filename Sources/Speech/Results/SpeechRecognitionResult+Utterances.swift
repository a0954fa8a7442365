import Decoding
import Interpretation

extension SpeechRecognitionResult {
    /// The final result of a task whose utterances were these.
    ///
    /// - Parameters:
    ///   - settled: the transcription of each.
    ///   - count: how many transcriptions of the whole there are beside the best one, at most.
    init(_ utterances: [UtteranceHypothesis], settled: [Transcription], alternatives count: Int) {
        self.init(
            transcriptions: TranscriptionRanking(utterances, limit: count + 1).transcriptions,
            settledUtterances: settled, isFinal: true,
            speechRecognitionMetadata: SpeechRecognitionMetadata(utterances))
    }

    /// Before the end of a task.
    init(partial: Transcription, settled: [Transcription]) {
        self.init(
            transcriptions: [partial], settledUtterances: settled, isFinal: false,
            speechRecognitionMetadata: nil)
    }
}

extension UtteranceHypothesis {
    /// The words that were said, with what is known of them.
    var pieces: [Transcription.Piece] {
        words.map { word in
            Transcription.Piece(
                word: word, confidence: Float(confidence(of: word)), alternatives: substitutes(of: word))
        }
    }

    /// The words of one of ``alternatives``.
    func pieces(of alternative: [RecognizedWord]) -> [Transcription.Piece] {
        alternative.map {
            Transcription.Piece(word: $0, confidence: Float(confidence(ofAlternative: $0)))
        }
    }

    /// What alternatives have instead of `word`: words that overlap it for at least half of the shorter one.
    private func substitutes(of word: RecognizedWord) -> [String] {
        var found: [String] = []
        for other in alternatives.joined() where other.text != word.text && !found.contains(other.text) {
            if word.isAtPlace(of: other) { found.append(other.text) }
        }
        return found
    }
}
