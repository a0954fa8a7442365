import Decoding

/// How likely a command must be to be right before it may move a pin.
///
/// A grammar forces every sound into the nearest command, so the words alone prove nothing: what counts is the probability
/// that the sound gives them (``CommandProbability``).
///
/// The single word is the weak case: of 519 recordings of other speech 25 were taken for one of a household's commands with
/// `normal` and 14 with `strict`, mostly for "computer", "off" and "left". Behind a wake phrase or a button that is no harm;
/// where any speech is listened to, a command has two words and nine phones at least.
///
/// ```swift
/// let interpreter = CommandInterpreter(grammar: grammar, trust: ["pump": .strict, "horn": Trust(0.7)])
/// Trust.strict.accepts(scores)
/// ```
package struct Trust: Sendable, Hashable {
    /// The least probability, 0 to 1: 0 believes everything, and what is above 1 nothing.
    package var probability: Double

    /// A probability of one's own, as `earshot tune` finds it.
    package init(_ probability: Double) {
        self.probability = probability
    }

    /// Whether the command is likely enough; one that is just as likely is.
    package func accepts(_ scores: VerificationScores) -> Bool {
        CommandProbability(scores).value >= probability
    }
}

extension Trust {
    /// What a command gets unless the configuration says otherwise.
    ///
    /// Of 141 drink orders, each judged by what was fitted to other speakers and other noises, 98.6 % are done rightly and
    /// 1.4 % wrongly as they are, 98.6 and 0.7 in noise at 24 dB, 97.2 and 1.4 at 12 dB; of 230 commands of a word or two 89.6
    /// and none. Of 775 recordings of other speech and single words one is taken for an order, and of 248 orders that were
    /// cut off or have a word missing or replaced 20 %. Trust.md has more, and how it is measured.
    package static let normal = Trust(0.5)
    /// For what must not happen by mistake: of the same orders 97.9 % right and 1.4 % wrong, 91.5 and 1.4 at 12 dB; of the
    /// short commands 83.9 and none; one other recording, and 10 % of the spoiled ones.
    package static let strict = Trust(0.75)
    /// For what harms nobody: 98.6 % right and 1.4 % wrong, 97.9 and 2.1 at 12 dB; of the short commands 94.7 and 0.9; 4
    /// other recordings, and 25 % of the spoiled ones.
    package static let loose = Trust(0.2)
}

extension Trust {
    /// The names that a configuration may give a trust: `trust: strict`.
    package enum Name: String, Sendable, CaseIterable {
        /// ``Trust/normal``, which commands have unless it says otherwise.
        case normal
        /// ``Trust/strict``, for what must not happen by mistake.
        case strict
        /// ``Trust/loose``, for what harms nobody.
        case loose

        /// What it stands for.
        package var trust: Trust {
            switch self {
            case .normal: .normal
            case .strict: .strict
            case .loose: .loose
            }
        }
    }
}
