/// A place where a wake phrase was heard, or where something sounded like it: from ``WakeSpotter/next()``.
///
/// ```swift
/// while let detection = spotter.next() {
///     print(detection.isAccepted ? "awake:" : "nearly:", detection.phrase, detection.score)
/// }
/// ```
package struct WakeDetection: Sendable, Hashable {
    /// As in ``WakePhrase/text``.
    package var phrase: String
    /// The phrase's first frame on the capture clock, exact to about 30 ms; counted at the model's rate, as is `end`.
    package var start: UInt64
    /// The frame after its last, exact to about 30 ms: a command said in the same breath begins here.
    package var end: UInt64
    /// How sure it is; compared with ``WakePhrase/acceptance``.
    package var score: Double
    /// What the score was computed from.
    package var scores: WakeScores
    /// How much likelier than free phones the first look found the phrase: compare with ``WakePhrase/trigger``.
    package var trigger: Double
    /// Whether to wake. What is not accepted is reported so that near misses can be seen and tuned.
    package var isAccepted: Bool

    /// For tests; spotters make their own.
    package init(
        phrase: String, start: UInt64, end: UInt64, score: Double, scores: WakeScores, trigger: Double,
        isAccepted: Bool
    ) {
        self.phrase = phrase
        self.start = start
        self.end = end
        self.score = score
        self.scores = scores
        self.trigger = trigger
        self.isAccepted = isAccepted
    }
}
