/// Measures of whether a wake phrase was said, or only something like it.
///
/// They compare the phrase with a loop of free phones over the same sound, as ``VerificationScores`` do for commands,
/// on the phrase and the tenths of a second around it. Units are PocketSphinx's: 0.1024 nat a frame.
///
/// ```swift
/// print(detection.scores.combined)        // 3.2, the detection's score
/// print(detection.scores.windowMean)      // lower in the midst of a sentence
/// ```
package struct WakeScores: Sendable, Hashable, Codable {
    /// Mean difference of the two searches over the phrase: near 0 when it was said clearly.
    package var phraseMean: Double
    /// The same over the whole window. It is higher when the phrase stands by itself, after a short pause, than in
    /// the midst of a sentence.
    package var windowMean: Double
    /// Mean acoustic score over the window, below 0; low when the sound is hard to tell for the phrase and for
    /// everything else alike.
    package var acousticMean: Double
    /// Whether common words explain the sound better than the phrase, be it as likely as three words of ten. False where
    /// they are not asked: where ``acoustic`` is low, or leaves no doubt of a phrase said as in the dictionary (see ``doubtful``),
    /// and in languages whose common words are not known.
    package var isOutdone: Bool

    /// Scores as a test would have them; spotters make their own.
    package init(
        phraseMean: Double, windowMean: Double, acousticMean: Double, isOutdone: Bool = false
    ) {
        self.phraseMean = phraseMean
        self.windowMean = windowMean
        self.acousticMean = acousticMean
        self.isOutdone = isOutdone
    }

    /// One figure of all: ``acoustic``, lower by ``penalty`` where other words were said.
    package var combined: Double { acoustic - (isOutdone ? Self.penalty : 0) }

    /// What a phrase loses where common words explain the sound better.
    static let penalty = 6.0
    /// Where ``acoustic`` leaves a doubt, so that common words are asked for: less is not believed with the usual
    /// acceptance, and more is even after the penalty.
    static let doubtful = 0.0..<9

    /// One figure of the three means: a logistic regression on recordings of many speakers in kitchen noise, so e to its
    /// power is the odds that the phrase was said.
    package var acoustic: Double {
        0.088 * phraseMean + 0.368 * windowMean + 0.096 * acousticMean + 12.5
    }
}
