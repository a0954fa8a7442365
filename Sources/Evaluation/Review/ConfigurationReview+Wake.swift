import Utterance

extension ConfigurationReview {
    /// A wake phrase, and what speaks for or against it: from ``wakes``.
    ///
    /// ```swift
    /// for wake in review.wakes where wake.isShort || !wake.alike.isEmpty {
    ///     print(wake.phrase.text, "sounds like", wake.alike.map(\.other))
    /// }
    /// ```
    package struct Wake: Sendable, Hashable {
        /// With the trigger that it has in fact.
        package var phrase: WakePhrase
        /// How each of its words is said: `OW K EY | AH K EY`.
        package var pronunciations: [String]
        /// Whether it has fewer than seven phones, and so is missed, or woken by other speech, too often.
        package var isShort: Bool
        /// Other wake phrases, and parts of commands' sentences, that differ from it in a quarter of its phones at
        /// most, the nearest first.
        package var alike: [Alike]
        /// What is to be expected of it; nil in languages other than English.
        package var prediction: WakePrediction?
        /// Where that is bad, longer phrases of its words that are better, the best first; three at most.
        package var better: [WakeProposal] = []

        /// What a wake phrase may be confused with.
        package struct Alike: Sendable, Hashable {
            /// The words, with spaces between them.
            package var other: String
            /// Phones to put in, leave out or replace to turn one into the other.
            package var distance: Int
        }
    }
}
