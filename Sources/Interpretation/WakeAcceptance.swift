import Utterance

/// Whether a place that sounded like a wake phrase is believed to be one.
///
/// A value without state; the wake search asks it on its own thread.
package struct WakeAcceptance: Sendable {
    /// The least score (``WakeScores/combined``) of a phrase that does not say otherwise. Of 139 recordings of four phrases, heard
    /// with an acoustic model that was adapted without them, 3 misses 19 as they are and 27 in 10 dB of kitchen noise, with 5 false
    /// alarms in 1.3 hours times phrases of acted dialogue; 2 misses 18 and 24 with 7, and 4 misses 23 and 38 with 2.
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
