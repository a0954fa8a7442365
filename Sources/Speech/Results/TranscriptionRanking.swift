import Decoding

/// The likeliest transcriptions of several utterances together, best first.
///
/// A sentence is ranked by how many of its words are expected to be wrong: one less the posterior for each word, and one for
/// each word that it lacks of the best sentence. Such numbers add up over utterances, so the likeliest choices of the whole
/// are found by going through the utterances once and keeping the best few choices so far.
///
/// Source: A. Stolcke, Y. König and M. Weintraub, "Explicit word error minimization in n-best list rescoring", Eurospeech
/// 1997.
struct TranscriptionRanking {
    /// Another sentence than the best one, in one utterance.
    private struct Deviation {
        var utterance: Int
        var pieces: [Transcription.Piece]
        /// How many more of its words are expected to be wrong than of the best sentence.
        var errors: Double
    }

    /// One choice of a sentence for each utterance: the best ones save where it deviates, in the utterances' order.
    private struct Choice {
        var deviations: [Deviation] = []
        var errors = 0.0
    }

    /// The search prefers a sentence for more than its words' posteriors: each one further down its list is expected to have
    /// this many errors more at least.
    private static let leastErrors = 0.001

    private let best: [[Transcription.Piece]]
    private var choices = [Choice()]
    private let limit: Int

    /// - Parameter limit: how many transcriptions there are, at most; 1 is the best one only.
    init(_ utterances: [UtteranceHypothesis], limit: Int) {
        best = utterances.map(\.pieces)
        self.limit = limit
        guard limit > 1 else { return }
        for (index, utterance) in utterances.enumerated() where !utterance.alternatives.isEmpty {
            let deviations = utterance.alternatives.enumerated().map { rank, words in
                let pieces = utterance.pieces(of: words)
                let errors = max(
                    Self.errors(pieces, beside: best[index]) - Self.errors(best[index], beside: best[index]),
                    Double(rank + 1) * Self.leastErrors)
                return Deviation(utterance: index, pieces: pieces, errors: errors)
            }
            extend(by: deviations)
        }
    }

    /// All with distinct texts. Their confidence falls.
    var transcriptions: [Transcription] {
        let whole = best.flatMap { $0 }
        let sum = Self.sum(whole)
        var all: [Transcription] = []
        // A word at the border of two utterances can give the same text twice.
        var texts: Set<String> = []
        for choice in choices where all.count < limit {
            var pieces = best
            for deviation in choice.deviations { pieces[deviation.utterance] = deviation.pieces }
            let confidence = max(0, sum - choice.errors) / Double(max(whole.count, 1))
            let transcription = Transcription(Self.scaled(pieces.flatMap { $0 }, to: confidence))
            if texts.insert(transcription.formattedString).inserted { all.append(transcription) }
        }
        return all
    }

    private mutating func extend(by deviations: [Deviation]) {
        var extended = choices
        for choice in choices {
            for deviation in deviations {
                extended.append(
                    Choice(
                        deviations: choice.deviations + [deviation], errors: choice.errors + deviation.errors)
                )
            }
        }
        extended.sort { $0.errors < $1.errors }
        // Twice as many: of choices with the same text one is left out.
        choices = Array(extended.prefix(2 * limit))
    }

    /// How many words are expected to be wrong or missing.
    private static func errors(_ pieces: [Transcription.Piece], beside best: [Transcription.Piece]) -> Double
    {
        Double(max(pieces.count, best.count)) - sum(pieces)
    }

    private static func sum(_ pieces: [Transcription.Piece]) -> Double {
        pieces.reduce(0) { $0 + Double($1.confidence) }
    }

    /// With a mean confidence of `confidence` at most. Where as many words are said as in the best transcription, nothing has
    /// to be taken away; a shorter one must not seem likelier for a doubtful word that it lacks.
    private static func scaled(
        _ pieces: [Transcription.Piece], to confidence: Double
    ) -> [Transcription.Piece] {
        let sum = sum(pieces)
        let factor = sum > 0 ? confidence * Double(pieces.count) / sum : 1
        guard factor < 1 - 1e-6 else { return pieces }
        return pieces.map { piece in
            var piece = piece
            piece.confidence *= Float(factor)
            return piece
        }
    }
}
