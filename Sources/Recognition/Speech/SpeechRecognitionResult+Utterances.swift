extension SpeechRecognitionResult {
    /// The final result of a task whose utterances were these.
    ///
    /// - Parameter alternatives: how many transcriptions there are beside the best one, at most. Each differs from the
    ///   best one in one utterance.
    init(_ utterances: [UtteranceHypothesis], alternatives count: Int) {
        let best = utterances.map { utterance in
            utterance.words.map { word in
                Transcription.Piece(
                    word: word, confidence: Self.confidence(of: word, in: utterance),
                    alternatives: utterance.substitutes(of: word))
            }
        }
        var all = [Transcription(best.flatMap { $0 })]
        // Words that move from one utterance to the next make the same text in two ways.
        var texts = Set(all.map(\.formattedString))
        for (index, utterance) in utterances.enumerated() {
            for alternative in utterance.alternatives where all.count <= count {
                var pieces = best
                pieces[index] = alternative.map { Transcription.Piece(word: $0) }
                let transcription = Transcription(pieces.flatMap { $0 })
                if texts.insert(transcription.formattedString).inserted { all.append(transcription) }
            }
        }
        self.init(
            transcriptions: all, isFinal: true,
            speechRecognitionMetadata: SpeechRecognitionMetadata(utterances))
    }

    /// How likely a word is right: its posterior with a language model; with a grammar, what the scores of the sentence
    /// and of the word itself allow.
    private static func confidence(of word: RecognizedWord, in utterance: UtteranceHypothesis) -> Float {
        if let posterior = word.posterior { return Float(posterior) }
        guard let scores = utterance.verification else { return 0 }
        return Float(scores.confidence)
    }
}

extension UtteranceHypothesis {
    /// What alternatives have in the place of `word`: words that overlap it for at least half of the shorter one.
    fileprivate func substitutes(of word: RecognizedWord) -> [String] {
        var found: [String] = []
        for other in alternatives.joined() where other.text != word.text && !found.contains(other.text) {
            let overlap = min(word.end, other.end) - max(word.start, other.start)
            if overlap * 2 >= min(word.end - word.start, other.end - other.start) { found.append(other.text) }
        }
        return found
    }
}
