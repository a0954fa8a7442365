import Grammar
import Interpretation

extension Rejection {
    /// The command that the words say, as it scored: the one that it would have been, or else the likeliest; nil if they say none.
    ///
    /// ```swift
    /// if let command = rejection.command(in: grammar) { print(command.name, command.slots) }
    /// ```
    package func command(in grammar: Grammar) -> Command? {
        let words = text.split(separator: " ").map(String.init)
        let match = if let nearest { grammar.parse(words, as: nearest) } else { grammar.parse(words).first }
        return match.map { Command(name: $0.command, slots: $0.slots, score: score, text: text) }
    }
}
