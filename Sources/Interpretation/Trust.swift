/// How likely a command must be to be right before it may move a pin.
///
/// A grammar forces every sound into the nearest command, so the words alone prove nothing: what counts is the probability
/// that the sound gives them (``CommandProbability``).
///
/// The single word is the weak case: of 414 recordings of other speech 16 were taken for one of a household's commands with
/// `normal` and 8 with `strict`, mostly for "computer", "off" and "left". Behind a wake phrase or a button that is no harm;
/// where any speech is listened to, a command has two words and nine phones at least.
///
/// ```swift
/// let interpreter = CommandInterpreter(grammar: grammar, trust: ["pump": .strict, "horn": Trust(0.7)])
/// Trust.strict.accepts(CommandProbability(scores))
/// ```
package struct Trust: Sendable, Hashable {
    /// The least probability, 0 to 1: 0 believes everything, and what is above 1 nothing.
    package var probability: Double

    /// A probability of one's own, as `earshot tune` finds it.
    package init(_ probability: Double) {
        self.probability = probability
    }

    /// Whether the command is likely enough; one that is just as likely is.
    package func accepts(_ judgement: CommandProbability) -> Bool { judgement.value >= probability }

    /// Whether a command is always likely enough, whatever the sound.
    package var acceptsAll: Bool { probability <= CommandProbability.range.lowerBound }

    /// Whether no command can ever be likely enough.
    package var acceptsNothing: Bool { probability > CommandProbability.range.upperBound }
}

extension Trust {
    /// What a command gets unless the configuration says otherwise.
    ///
    /// Of 289 drink orders, each judged by what was fitted to other speakers and other noises, 97.2 % are done rightly and
    /// 1.7 % wrongly as they are, 96.5 and 2.4 in noise at 24 dB, 95.8 and 2.1 at 12 dB; of 429 commands of a word or two 98.8
    /// and none, 92.5 and none at 12 dB. Of 630 recordings of other speech and single words two are taken for an order, and of 499 orders
    /// that were cut off or have a word missing or replaced 16 %. Trust.md has more, and how it is measured.
    package static let normal = Trust(0.5)
    /// For what must not happen by mistake: of the same orders 96.2 % right and 1.7 % wrong, 90.3 and 2.1 at 12 dB; of the
    /// short commands 95.3 and none; no other recording, and 11 % of the spoiled ones.
    package static let strict = Trust(0.75)
    /// For what harms nobody: 97.6 % right and 2.1 % wrong, 96.9 and 2.8 at 12 dB; of the short commands all; 4
    /// other recordings, and 23 % of the spoiled ones.
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
