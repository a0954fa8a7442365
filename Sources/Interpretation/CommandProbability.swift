import Decoding
import Glibc

/// How likely it is that a command was said as it was understood: one number from all measures of ``VerificationScores``.
///
/// The logarithm of the odds is a sum: of that of a typical right command, and what each measure adds to it or takes from it,
/// read from a broken line of a few points (``Term``). So the whole judgement is a table that can be read, and what a measure
/// weighed is a number of its own. Lines whose direction is known go one way only: more mismatch never makes a command
/// likelier.
///
/// The points are in `CommandProbability+Table.swift`, which `models/en-US/decision/fit.py` writes from recordings, with how
/// they were found and how well they do. The prior is that other speech is taken for a long command somewhat more
/// seldom than one is given, and for a short one some three times as often; where people talk more to each other than
/// to the appliance, it is too high.
///
/// Source: T. Hastie and R. Tibshirani, "Generalized additive models", Statistical Science 1, 1986; calibration as in
/// J. Platt, "Probabilistic outputs for support vector machines", 1999.
///
/// ```swift
/// let judgement = CommandProbability(scores)
/// if judgement.value < 0.5, let measure = judgement.weighed { print("mostly", measure.rawValue) }
/// ```
package struct CommandProbability: Sendable, Hashable {
    /// What is weighed, by the names that events and `earshot listen` have for it.
    package enum Measure: String, Sendable, CaseIterable {
        /// ``VerificationScores/wordMean``.
        case wordMean = "word_mean"
        /// ``VerificationScores/wordMean`` of two words and more: a word alone is said in more ways than the words of a sentence
        /// are on average. 0 of a single word.
        case sentenceMean = "sentence_mean"
        /// ``VerificationScores/worstWindow``.
        case worstWindow = "worst_window"
        /// ``VerificationScores/worstWords``.
        case worstWords = "worst_words"
        /// ``VerificationScores/lengthSpread``.
        case lengthSpread = "length_spread"
        /// ``VerificationScores/worstOutside``.
        case worstOutside = "worst_outside"
        /// ``VerificationScores/phoneCount``.
        case phones
        /// ``VerificationScores/wordCount``.
        case words
        /// ``VerificationScores/phoneRate``.
        case phoneRate = "phone_rate"
        /// ``VerificationScores/signalToNoise``.
        case signalToNoise = "signal_to_noise"
        /// ``VerificationScores/clarity``.
        case clarity

        /// What was measured; nil if it was not.
        package func value(in scores: VerificationScores) -> Double? {
            switch self {
            case .wordMean: scores.wordMean
            case .sentenceMean: scores.wordCount > 1 ? scores.wordMean : 0
            case .worstWindow: scores.worstWindow
            case .worstWords: scores.worstWords
            case .lengthSpread: scores.lengthSpread
            case .worstOutside: scores.worstOutside
            case .phones: Double(scores.phoneCount)
            case .words: Double(scores.wordCount)
            case .phoneRate: scores.phoneRate
            case .signalToNoise: scores.signalToNoise
            case .clarity: scores.clarity
            }
        }
    }

    /// What a measure adds to the logarithm of the odds.
    struct Term: Sendable {
        let measure: Measure
        /// In the order of `at`; between them it is a straight line, and beyond the first and the last it stays.
        let points: [(at: Double, adds: Double)]

        func contribution(of value: Double) -> Double {
            // What is not a number counts as the worst.
            guard !value.isNaN else { return points.map(\.adds).min() ?? 0 }
            guard let next = points.firstIndex(where: { $0.at > value }) else {
                return points.last?.adds ?? 0
            }
            guard next > 0 else { return points[0].adds }
            let (from, to) = (points[next - 1], points[next])
            return from.adds + (to.adds - from.adds) * (value - from.at) / (to.at - from.at)
        }
    }

    /// What it can be: a few thousand recordings cannot tell one in a thousand.
    package static let range = 0.002...0.998

    /// In ``range``.
    package let value: Double
    /// What each measure added to the logarithm of the odds of a typical right command, in the table's order.
    package let contributions: [Contribution]

    /// A measure's share in the judgement.
    package struct Contribution: Sendable, Hashable {
        /// Which it is.
        package let measure: Measure
        /// What was measured.
        package let value: Double
        /// What that adds; below 0 it speaks against the command.
        package let adds: Double
    }

    /// Judges what was measured.
    package init(_ scores: VerificationScores) {
        // What was not measured is as of a typical right command.
        contributions = Self.terms.compactMap { term in
            guard let value = term.measure.value(in: scores) else { return nil }
            return Contribution(measure: term.measure, value: value, adds: term.contribution(of: value))
        }
        let logit = contributions.reduce(Self.typical) { $0 + $1.adds }
        value = min(max(Self.range.lowerBound, 1 / (1 + exp(-logit))), Self.range.upperBound)
    }

    /// The measure that spoke most against the command or, where none did, least for it.
    package var weighed: Measure? { contributions.min { $0.adds < $1.adds }?.measure }
}
