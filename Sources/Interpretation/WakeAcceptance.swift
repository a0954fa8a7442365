import Utterance

/// Whether a place that sounded like a wake phrase is believed to be one.
///
/// A value without state; the wake search asks it on its own thread.
package struct WakeAcceptance: Sendable {
    /// The least score (``WakeScores/combined``) of a phrase that does not say otherwise: Figures, "Wake phrases", has what this and
    /// others come to.
    package static let usual = 3.5

    private let least: [String: Double]

    /// - Parameter phrases: those that are listened for; what a phrase asks for itself counts.
    package init(_ phrases: [WakePhrase]) {
        least = Dictionary(phrases.map { ($0.text, $0.acceptance) }) { first, _ in first }
    }

    /// Whether `phrase` was said where it got these scores; none that is not listened for ever is.
    package func accepts(_ phrase: String, _ scores: WakeScores) -> Bool {
        least[phrase].map { scores.combined >= $0 } ?? false
    }
}

extension WakePhrase {
    /// A phrase that is believed as usual unless it says otherwise.
    ///
    /// - Parameters:
    ///   - text: the words in lower case, separated by single spaces.
    ///   - trigger: see ``trigger``.
    ///   - acceptance: see ``acceptance``.
    package init(_ text: String, trigger: Double? = nil, acceptance: Double? = nil) {
        self.init(text: text, trigger: trigger, acceptance: acceptance ?? WakeAcceptance.usual)
    }
}
