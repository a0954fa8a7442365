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
    /// ``phraseMean`` of the word that fits worst; the same for a phrase of one word.
    package var worstWordMean: Double
    /// Frames of 10 ms a phone: 5 to 14 where the phrase was said. Music and hum are phrases that last.
    package var phoneLength: Double
    /// What common words make of the place; nil where they are not asked: where ``acoustic`` is low at first, or leaves no doubt of a
    /// phrase said as in the dictionary (see ``doubtful``), where the network of phones makes it no phrase, and in languages whose
    /// common words are not known.
    package var words: Words?
    /// Whether the scores are those of the acoustic model with what the network of phones says, as they are after a closer look. Where
    /// words were not asked then, the phrase loses as much as if they explained it.
    package var hearsPhones: Bool

    /// What common words make of a place.
    package enum Words: Sendable, Hashable, Codable {
        /// They explain the sound better than the phrase, be that as likely as three words of ten.
        case explain
        /// The phrase does, and by themselves they hear none there: it is silence, music or a noise.
        case areAbsent
        /// The phrase does, where words were.
        ///
        /// - Parameters:
        ///   - lead: By how much, in PocketSphinx's units. With 70 more it would have won, too, if it were a third as likely.
        ///   - pause: The share, 0 to 1, of the third of a second before the phrase in which none are heard: who says a wake
        ///     phrase pauses before it, which those who are taken to say it in the midst of a sentence do not.
        case yield(lead: Double, pause: Double)
    }

    /// Scores as a test would have them; spotters make their own.
    package init(
        phraseMean: Double, windowMean: Double, acousticMean: Double, worstWordMean: Double? = nil,
        phoneLength: Double = 8, words: Words? = nil, hearsPhones: Bool = false
    ) {
        self.phraseMean = phraseMean
        self.worstWordMean = worstWordMean ?? phraseMean
        self.windowMean = windowMean
        self.acousticMean = acousticMean
        self.phoneLength = phoneLength
        self.words = words
        self.hearsPhones = hearsPhones
    }

    /// One figure of all: ``acoustic``, and what the worst word, the phrase's length and common words take from it or add.
    ///
    /// The amounts were chosen on 200 recordings of five phrases, each as it is and in noise, with acoustic models
    /// adapted without the phrase, and on 9 h times phrases of dialogue (models/en-US/commands); Figures, "Wake
    /// phrases", has what comes of them elsewhere.
    package var combined: Double {
        acoustic - Self.wordPenalty * (phraseMean - worstWordMean)
            - Self.lengthPenalty * max(0, phoneLength - Self.usualLength)
            + (words?.evidence ?? (hearsPhones ? -Words.penalty : 0))
    }

    /// For each unit by which a word fits worse than the phrase: "smart thinking" fits "smart mirror" well on the whole.
    private static let wordPenalty = 0.1
    private static let usualLength = 14.0
    /// For each frame a phone above that.
    private static let lengthPenalty = 0.5
    /// Where ``acoustic`` leaves a doubt, so that common words are asked for. Chosen for an acceptance of 3, with which less was hardly
    /// ever believed, and more even after the penalty. It is the same for all acceptances, which are chosen by scores that do not depend
    /// on them; with a greater one, what has more is believed whatever the words.
    static let doubtful = 0.0..<11
    /// The same before the network of phones is asked: of 200 recordings of a phrase seven have no place with more.
    static let doubtfulBeforePhones = -2.0..<11
    /// What it must come to with the network for common words to be asked: of 193 places where a phrase was said 3 had less, of 266 where
    /// none was 176.
    static let leastWithPhones = -1.0

    /// One figure of the three means: by the acoustic model alone, a logistic regression on recordings of many speakers in kitchen
    /// noise, so e to its power is the odds that the phrase was said.
    ///
    /// With the network of phones all scores lie closer together, and what is no phrase loses less of it: so much less is added that
    /// the same acceptance serves both. Other amounts, fitted anew, told phrases of which they knew nothing no better
    /// (models/en-US/commands).
    package var acoustic: Double {
        0.088 * phraseMean + 0.368 * windowMean + 0.096 * acousticMean + (hearsPhones ? 7.5 : 12.5)
    }
}

extension WakeScores.Words {
    /// What a phrase loses where other words were said, or none. Of what was said 5 of 100 recordings lose it, mostly in noise.
    fileprivate static let penalty = 8.0
    /// The lead that neither confirms a phrase nor speaks against it. Of 370 that were said 19 of 20 lead by more than 150, half by
    /// 800; of 29 places where none was said, four by more than 300.
    private static let usualLead = 110.0
    /// Lead that counts as much as one unit of ``WakeScores/acoustic``, up to `mostConfirmation` of these.
    private static let leadUnit = 80.0
    private static let mostConfirmation = 6.0
    /// What a phrase loses where words are heard up to its beginning.
    private static let hastePenalty = 3.0
    /// So much of a pause is one.
    private static let wholePause = 0.6

    fileprivate var evidence: Double {
        switch self {
        case .explain, .areAbsent: -Self.penalty
        case .yield(let lead, let pause):
            min(Self.mostConfirmation, (lead - Self.usualLead) / Self.leadUnit)
                - Self.hastePenalty * (1 - min(1, pause / Self.wholePause))
        }
    }
}
