import Decoding
import Interpretation

extension SpeechRecognitionResult {
    /// The final result of a task whose utterances were these.
    ///
    /// - Parameter alternatives: how many transcriptions there are beside the best one, at most. Each differs from the
    ///   best one in one utterance.
    init(_ utterances: [UtteranceHypothesis], alternatives count: Int) {
        let best = utterances.map { utterance in
            utterance.words.map { word in
                Transcription.Piece(
                    word: word, confidence: Float(utterance.confidence(of: word)),
                    alternatives: utterance.substitutes(of: word))
            }
        }
        var all = [Transcription(best.flatMap { $0 })]
        // A word at the border of two utterances can give the same text twice.
        var texts = Set(all.map(\.formattedString))
        for (index, utterance) in utterances.enumerated() {
            for alternative in utterance.alternatives where all.count <= count {
                var pieces = best
                pieces[index] = alternative.map { word in
                    Transcription.Piece(
                        word: word, confidence: Float(utterance.confidence(ofAlternative: word)))
                }
                let transcription = Transcription(pieces.flatMap { $0 })
                if texts.insert(transcription.formattedString).inserted { all.append(transcription) }
            }
        }
        self.init(
            transcriptions: all, isFinal: true,
            speechRecognitionMetadata: SpeechRecognitionMetadata(utterances))
    }
}

extension UtteranceHypothesis {
    /// What alternatives have instead of `word`: words that overlap it for at least half of the shorter one.
    fileprivate func substitutes(of word: RecognizedWord) -> [String] {
        var found: [String] = []
        for other in alternatives.joined() where other.text != word.text && !found.contains(other.text) {
            if word.isAtPlace(of: other) { found.append(other.text) }
        }
        return found
    }
}
