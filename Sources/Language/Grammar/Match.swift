/// A command that was said, with its slots.
public struct Match: Sendable, Hashable, Codable {
    public var command: String
    /// By rule name. Every named rule that was used gives a slot, also one that is used by another rule; a rule that
    /// matched no words gives none.
    public var slots: [String: SlotValue]

    public init(command: String, slots: [String: SlotValue] = [:]) {
        self.command = command
        self.slots = slots
    }
}
