import Decoding
import Glibc

/// How much proof a command needs before it may move a pin.
///
/// A grammar forces every sound into the nearest command, so the words alone prove nothing: on speech that was
/// not meant for it, half the utterances and more "fit". The proof is how well the sound fits the command compared
/// with a free loop over the language's phones (`VerificationScores`). The thresholds were found on 150 drink
/// orders against 685 that were cut off or had a word missing, replaced or moved, each clean and in kitchen noise at
/// 16 dB: 98 % of what was heard right is kept, and of the others 22 % is accepted when clean and 38 % in noise.
/// Thresholds searched for on one half of the orders keep 98 % and 91 % of the other half, and accept 23 % and 16 % of
/// its others when clean, 39 % and 23 % in noise.
/// `loose` is for single words, which give too little sound for the other measures.
///
///     let interpreter = CommandInterpreter(grammar: grammar, trust: ["pump": .strict])
///     AcceptanceThresholds.strict.accepts(scores)
package struct AcceptanceThresholds: Sendable, Hashable {
    /// Least mean score of the frames in words: `VerificationScores.wordMean`, below 0, in units of 0.1024 nat, for a
    /// command of 45 phones; shorter ones have to do better.
    package var wordMean: Double
    /// Greatest mismatch over any 0.15 s: `VerificationScores.worstWindow`, above 0, in the same units, likewise.
    package var worstWindow: Double
    /// Least mean of the two worst content words: `VerificationScores.worstWords`, below 0, in the same units, likewise.
    package var worstWords: Double
    /// Greatest unevenness of the words' lengths: `VerificationScores.lengthSpread`, 0 for even ones.
    package var lengthSpread: Double
    /// Greatest mismatch over any 0.15 s before the first word and after the last:
    /// `VerificationScores.worstOutside`, above 0, in the same units as the others.
    package var worstOutside: Double
    /// Least `VerificationScores.confidence` of a command of 24 phones or more, 0 to 1; shorter ones need as much or more,
    /// see ``leastConfidence(ofPhones:)``.
    package var confidence: Double

    /// Thresholds of one's own, as `earshot tune` finds them. Infinite ones turn a measure off: `-.infinity` for the
    /// least ones, `.infinity` for the greatest.
    package init(
        wordMean: Double, worstWindow: Double, worstWords: Double, lengthSpread: Double,
        worstOutside: Double = 40, confidence: Double = 0.25
    ) {
        self.wordMean = wordMean
        self.worstWindow = worstWindow
        self.worstWords = worstWords
        self.lengthSpread = lengthSpread
        self.worstOutside = worstOutside
        self.confidence = confidence
    }

    /// What a command gets unless the configuration says otherwise.
    package static let normal = AcceptanceThresholds(
        wordMean: -14.5, worstWindow: 56, worstWords: -42, lengthSpread: 0.47)
    /// For what must not happen by mistake: of the commands with a wrong word 11 % pass, 18 % in noise, and six in a
    /// hundred right ones more are refused.
    package static let strict = AcceptanceThresholds(
        wordMean: -14.5, worstWindow: 46, worstWords: -36, lengthSpread: 0.46, confidence: 0.55)
    /// For commands of a single short word, and for what harms nobody.
    package static let loose = AcceptanceThresholds(
        wordMean: -22.5, worstWindow: .infinity, worstWords: -.infinity, lengthSpread: .infinity,
        confidence: 0)

    /// Whether every measure is within its threshold; one that is equal to it is.
    package func accepts(_ scores: VerificationScores) -> Bool {
        scores.wordMean >= wordMean && scores.worstWindow <= worstWindow && scores.worstWords >= worstWords
            && scores.lengthSpread <= lengthSpread && scores.worstOutside <= worstOutside
            && scores.confidence >= leastConfidence(ofPhones: scores.phoneCount)
    }

    /// The least confidence of a command of so many phones: ``confidence`` from 24 on, for fewer more.
    ///
    /// A confidence of 0.25 rises to 0.6 for twelve phones and to 0.78 for eight and fewer, one of 0.1 to 0.33 and 0.55, and 0
    /// stays 0. One above 0.25, as that of `strict`, counts for itself, and only where 0.25 does not rise above it.
    ///
    /// More of what people say happens to sound like few phones than like many. Prompts, letters and words in 21 languages,
    /// 8.2 hours of them in three grammars, passed 33 times with 0.25 for all, always for 6 to 15 phones.
    package func leastConfidence(ofPhones count: Int) -> Double {
        let halvings = max(0, log2(Self.amplePhones / max(Self.fewestPhones, Double(count))))
        let ofLong = max(0, min(confidence, Self.normal.confidence))
        let raised = ofLong / (1 - ofLong) * exp(Self.shortStep * halvings)
        return max(confidence, raised / (1 + raised))
    }

    /// Phones from which on their number matters no more: of 150 orders, clean and in kitchen noise, all right ones of fewer
    /// had a confidence above 0.6.
    private static let amplePhones = 24.0
    /// Those of a word: below, it matters more how clearly that was spoken than how many they are.
    private static let fewestPhones = 8.0
    /// What each halving adds to the logarithm of the odds. Of the 33 above 7 are left, and of 633 commands of real people
    /// that were understood, short and long, half of them in kitchen noise, 3 are refused; with 2 it is 58.
    private static let shortStep = 1.5
}

extension AcceptanceThresholds {
    /// The names that a configuration may give a trust: `trust: strict`.
    package enum Name: String, Sendable, CaseIterable {
        /// ``AcceptanceThresholds/normal``, which commands have unless it says otherwise.
        case normal
        /// ``AcceptanceThresholds/strict``, for what must not happen by mistake.
        case strict
        /// ``AcceptanceThresholds/loose``, for single short words.
        case loose

        /// The thresholds that it stands for.
        package var trust: AcceptanceThresholds {
            switch self {
            case .normal: .normal
            case .strict: .strict
            case .loose: .loose
            }
        }
    }
}
