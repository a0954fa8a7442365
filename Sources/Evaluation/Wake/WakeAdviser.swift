import Interpretation
import Models

/// A phrase to say in another's place, and what is to be expected of it: from ``WakeAdviser/proposals(insteadOf:)``.
package struct WakeProposal: Sendable, Hashable {
    /// The words, with spaces between them.
    package var text: String
    /// By the same figures as for any other phrase.
    package var prediction: WakePrediction
}

/// Says which wake phrases are bad, and proposes better ones.
///
/// ```swift
/// let adviser = try WakeAdviser(pack, lexicon)
/// adviser?.proposals(insteadOf: ["robot"]).map(\.text)    // "okay robot please", …
/// ```
///
/// A value; any thread may use it.
package struct WakeAdviser: Sendable {
    /// More false alarms than this, an hour of dialogue, are too many: 15 of the 48 measured phrases.
    static let mostFalseAlarms = 4.0

    /// What an English phrase is made longer with: nothing that a wake phrase is likely to be alone.
    private static let additions: [(before: [String], after: [String])] = [
        (["okay"], []), (["hey"], []), (["hello"], []), ([], ["please"]), (["okay"], ["please"]),
        (["hello", "dear"], []),
    ]
    /// What a phrase may begin with already: another of these takes its place.
    private static let greetings: Set = ["okay", "hey", "hello", "hi"]
    private static let mostProposals = 3

    /// The words of ``additions``, which a lexicon for this has to have.
    package static let words = Set(additions.flatMap { $0.before + $0.after })

    private let predictor: WakePredictor
    private let lexicon: Lexicon

    /// Reads what a pack says of its language.
    ///
    /// - Parameter lexicon: How ``words`` are said, and those of the phrases that it will be asked about.
    /// - Returns: Nil where ``WakePredictor`` has nothing to say.
    /// - Throws: `ModelError.unusableModel` if a file of the pack cannot be read.
    package init?(_ pack: ModelPack, _ lexicon: Lexicon) throws(ModelError) {
        guard let predictor = try WakePredictor(pack) else { return nil }
        self.predictor = predictor
        self.lexicon = lexicon
    }

    /// What is to be expected of a phrase with an acceptance; nil if one of its words has no pronunciation.
    package func prediction(
        of words: [String], acceptance: Double = WakeAcceptance.usual
    ) -> WakePrediction? {
        predictor.prediction(of: words, lexicon)?.with(acceptance: acceptance)
    }

    /// Longer phrases with the same words, or with another greeting, that are good with the same acceptance, and to be expected to be
    /// heard falsely half as often at most, the best first: three at most, and none for a phrase that is good with it, or has only words
    /// such as "the".
    package func proposals(
        insteadOf words: [String], acceptance: Double = WakeAcceptance.usual
    ) -> [WakeProposal] {
        let isGreeting = words.count > 1 && Self.greetings.contains(words[0])
        let name = isGreeting ? Array(words.dropFirst()) : words
        guard let now = prediction(of: words, acceptance: acceptance), now.isOftenHeard,
            name.contains(where: { predictor.carries($0, lexicon) })
        else { return [] }
        let longer = Self.additions.filter { words.first != $0.before.first && words.last != $0.after.last }
            .map { $0.before + ($0.before.isEmpty ? words : name) + $0.after }
        let proposals = longer.compactMap { words in
            prediction(of: words, acceptance: acceptance).map {
                WakeProposal(text: words.joined(separator: " "), prediction: $0)
            }
        }
        let better = proposals.filter {
            !$0.prediction.isOftenHeard && $0.prediction.falseAlarms.likely * 2 <= now.falseAlarms.likely
        }
        return Array(
            better.sorted { $0.prediction.occurrences < $1.prediction.occurrences }.prefix(Self.mostProposals)
        )
    }
}

extension WakePrediction {
    /// Whether other speech wakes too often to be lived with.
    package var isOftenHeard: Bool { bound == .more || falseAlarms.likely > WakeAdviser.mostFalseAlarms }
}
