import Configuration
import Interpretation

/// A command as it is configured: what it does when it was said, and how much proof that takes.
///
/// ```yaml
/// water:
///   say: "water the garden for <duration>"
///   do: { output: pump, on_for: <duration> }
///   trust: strict
///   confirm: voice
/// ```
package struct CommandOptions: Sendable, Hashable {
    /// What events call it; its key under `commands:`.
    package var name: String
    /// What it does, in order; empty for a command that is only an event.
    package var steps: [OutputStep]
    /// How likely it must be: what falls short is rejected.
    package var trust: Trust
    /// What must be answered before it is done.
    package var confirm: Confirm
    /// The question that is asked; nil is the words that were heard.
    var sayBack: SayBack?

    /// Reads a command; what is in `say:` is the grammar's affair.
    init(_ entry: Node.Entry, _ diagnostics: Diagnostics) {
        let mistakes = Diagnostics()
        let reader = MapReader(entry.value, mistakes)
        let say = reader.node("say")
        steps = reader.node("do").map { OutputStep.readAll($0, mistakes) } ?? []
        trust = reader.optional("trust", Trust.self) ?? .normal
        confirm = reader.optional("confirm", Confirm.self) ?? .none
        sayBack = reader.optional("say_back", String.self).map(SayBack.init)
        name = entry.key
        reader.finish()
        // A key that is misspelt may be the one that is missing.
        if say == nil, mistakes.isEmpty {
            mistakes.add("command '\(name)' has no words; add 'say:'", at: entry.keyMark)
        }
        diagnostics.add(mistakes.sorted)
    }
}
