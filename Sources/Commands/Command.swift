import Language

/// A command that was understood and trusted: which one, and with what.
public struct Command: Sendable, Hashable {
    /// The name it has in the configuration.
    public var name: String
    /// What was said for each named rule, by rule name.
    public var slots: [String: SlotValue]
    /// How sure the recognizer is, between 0 and 1 (`VerificationScores.confidence`).
    public var score: Double
    /// The words as they were heard.
    public var text: String

    public init(name: String, slots: [String: SlotValue] = [:], score: Double, text: String) {
        self.name = name
        self.slots = slots
        self.score = score
        self.text = text
    }
}
