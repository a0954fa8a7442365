import Decoding
import Interpretation

extension AcceptanceThresholds {
    /// How far each measure is inside its threshold; what is negative refuses. A threshold that lets everything pass
    /// has an infinite margin.
    ///
    /// ```swift
    /// for (measure, value, margin) in AcceptanceThresholds.normal.margins(of: scores) where margin < 0 {
    ///     print(measure.rawValue, "is", value, "which is worse by", -margin)
    /// }
    /// ```
    package func margins(of scores: VerificationScores) -> [(measure: Measure, value: Double, margin: Double)]
    {
        let leastConfidence = leastConfidence(ofPhones: scores.phoneCount)
        return [
            (.wordMean, scores.wordMean, scores.wordMean - wordMean),
            (.worstWindow, scores.worstWindow, worstWindow - scores.worstWindow),
            (.worstWords, scores.worstWords, scores.worstWords - worstWords),
            (.lengthSpread, scores.lengthSpread, lengthSpread - scores.lengthSpread),
            (.worstOutside, scores.worstOutside, worstOutside - scores.worstOutside),
            (.confidence, scores.confidence, scores.confidence - leastConfidence),
        ]
    }

    /// The measures, by their names in a configuration.
    package enum Measure: String, Sendable, CaseIterable {
        /// ``VerificationScores/wordMean``, which has to be at least the threshold.
        case wordMean = "word_mean"
        /// ``VerificationScores/worstWindow``, which may be as much as the threshold.
        case worstWindow = "worst_window"
        /// ``VerificationScores/worstWords``, which has to be at least the threshold.
        case worstWords = "worst_words"
        /// ``VerificationScores/lengthSpread``, which may be as much as the threshold.
        case lengthSpread = "length_spread"
        /// ``VerificationScores/worstOutside``, which may be as much as the threshold.
        case worstOutside = "worst_outside"
        /// ``VerificationScores/confidence``, which has to be at least ``AcceptanceThresholds/leastConfidence(ofPhones:)``.
        case confidence
    }
}
