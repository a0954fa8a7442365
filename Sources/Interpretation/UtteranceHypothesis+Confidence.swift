import Decoding

/// How likely what was heard is right.
extension UtteranceHypothesis {
    /// How likely the sentence is right, from 0 to 1; 0 when nothing is known of it.
    ///
    /// Of a grammar's it is its ``CommandProbability``. Of free text it is the mean of its words' posteriors: the
    /// share of words that are expected to be right.
    ///
    /// ```swift
    /// if hypothesis.confidence < 0.5 { print("please say it again") }
    /// ```
    package var confidence: Double {
        if let verification { return CommandProbability(verification).value }
        let posteriors = words.compactMap(\.posterior)
        return posteriors.isEmpty ? 0 : posteriors.reduce(0, +) / Double(posteriors.count)
    }

    /// How likely one of ``words`` is right, from 0 to 1: its posterior with a language model; with a grammar, its
    /// sentence's ``confidence``.
    package func confidence(of word: RecognizedWord) -> Double { word.posterior ?? confidence }

    /// How likely a word of ``alternatives`` is right, from 0 to 1: where ``words`` has it at the same time, as likely as
    /// there; elsewhere its posterior with a language model, and 0 with a grammar, whose alternatives are not verified.
    package func confidence(ofAlternative word: RecognizedWord) -> Double {
        if let shared = words.first(where: { $0.text == word.text && $0.isAtPlace(of: word) }) {
            return confidence(of: shared)
        }
        return word.posterior ?? 0
    }
}

extension RecognizedWord {
    /// Whether it overlaps `other` for at least half of the shorter one.
    package func isAtPlace(of other: RecognizedWord) -> Bool {
        let overlap = min(end, other.end) - max(start, other.start)
        return overlap * 2 >= min(end - start, other.end - other.start)
    }
}
