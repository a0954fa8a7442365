/// A command that was said, with its slots: from ``Grammar/parse(_:)``.
///
/// ```swift
/// if let match = grammar.parse(["turn", "off", "the", "lamp"]).first {
///     print(match.command, match.slots["state"]?.description ?? "")      // lamp off
/// }
/// ```
package struct Match: Sendable, Hashable, Codable {
    /// The command's name in the grammar.
    package var command: String
    /// By rule name. Every named rule that was used gives a slot, also one that is used by another rule; a rule that
    /// matched no words gives none.
    package var slots: [String: SlotValue]

    /// - Parameters:
    ///   - command: its name in the grammar.
    ///   - slots: by rule name.
    package init(command: String, slots: [String: SlotValue] = [:]) {
        self.command = command
        self.slots = slots
    }
}
