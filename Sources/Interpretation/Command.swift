import Decoding
import Grammar

/// A command that was understood and trusted: which one, and with what. A `CommandInterpreter` makes it; an
/// appliance does what it says.
///
/// ```swift
/// if command.name == "pump", case .number(let minutes)? = command.slots["minutes"] {
///     print("the pump runs for", minutes, "minutes")
/// }
/// ```
public struct Command: Sendable, Hashable {
    /// The name it has in the configuration.
    public var name: String
    /// What was said for each named rule, by rule name; a rule of which nothing was said is not in it.
    public var slots: [String: SlotValue]
    /// How likely the command is right, between 0 and 1 (`CommandProbability`): what its trust was compared with.
    public var score: Double
    /// The measures behind `score`; nil when there was nothing to measure.
    package var scores: VerificationScores?
    /// The words as they were heard, in lower case with spaces between them.
    public var text: String

    /// A command as a test or a button would give it; nothing is known of the sound unless it is given.
    package init(
        name: String, slots: [String: SlotValue] = [:], score: Double, scores: VerificationScores? = nil,
        text: String
    ) {
        self.name = name
        self.slots = slots
        self.score = score
        self.scores = scores
        self.text = text
    }
}
