import Decoding

/// How likely a command must be to be right before it may move a pin.
///
/// A grammar forces every sound into the nearest command, so the words alone prove nothing: what counts is the probability
/// that the sound gives them (``CommandProbability``).
///
/// The single word is the weak case: of 519 recordings of other speech 33 were taken for one of a household's commands with
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
    /// Of 350 drink orders, each judged by what was fitted to other speakers and other noises, 94.3 % are done rightly and
    /// 2.6 % wrongly as they are, 92.6 and 3.7 in noise at 24 dB, 74.3 and 12.6 at 12 dB; of 513 commands of a word or two 88.9
    /// and 0.8. Of 775 recordings of other speech and single words 5 are taken for an order, and of 619 orders that were cut
    /// off or have a word missing or replaced 15 %.
    package static let normal = Trust(0.5)
    /// For what must not happen by mistake: of the same orders 89.1 % right and 2.3 % wrong, 61.7 and 8.3 at 12 dB; of the
    /// short commands 79.9 and none; no other recording, and 7 % of the spoiled ones.
    package static let strict = Trust(0.75)
    /// For what harms nobody: 96.6 % right and 2.9 % wrong, 78.0 and 18.9 at 12 dB; of the short commands 92.0 and 3.1; 18
    /// other recordings, and 28 % of the spoiled ones.
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
