import Configuration
import Models

/// Why a grammar cannot be used; its text names the phrase and what to do.
///
/// ```swift
/// do {
///     let grammar = try Grammar(commands: ["lamp": "turn (on | off the lamp"])
///     print(grammar.vocabulary.count)
/// } catch {
///     print(error)        // lamp:1:6: this '(' is never closed; write ')'
/// }
/// ```
public enum GrammarError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The phrases or rules of a grammar are wrong; never empty.
    case invalidGrammar([Diagnostic])
    /// Numbers or spans of time are said, and no model pack that could be read says how.
    case noLanguage

    /// What is wrong and what to do; a line a mistake.
    public var description: String {
        switch self {
        case .invalidGrammar(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        case .noLanguage: ModelError.noPack(in: ModelPack.defaultSearchPaths)
        }
    }
}
