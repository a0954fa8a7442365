import Utterance

/// Whether a place that sounded like a wake phrase is believed to be one.
///
/// A value without state; the wake search asks it on its own thread.
package struct WakeAcceptance: Sendable {
    /// The least score (``WakeScores/combined``) of a phrase that does not say otherwise. Of 100 recordings of "computer", 3
    /// misses 12 (7 to 20) as they are and 27 (19 to 36) in 10 dB kitchen noise; in 17 dB it misses 15, 1 misses 10, and 6 misses
    /// 33. In 0.6 hours of other speech one place scored more than 3 (1.6 an hour, 0.04 to 9), with and without the noise, and no
    /// other more than 0.1.
    package static let usual = 3.0

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
