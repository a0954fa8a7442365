import Decoding
import Grammar

/// Judges an utterance: which command it is, if any, and whether it may be believed.
///
/// A value without state; any thread may ask it.
///
///     let interpreter = CommandInterpreter(grammar: grammar, trust: ["pump": .strict])
///     switch interpreter.decide(hypothesis) {
///     case .accepted(let command): print(command.name, command.slots)
///     case .rejected(let rejection): print("not done:", rejection.reason)
///     }
package struct CommandInterpreter: Sendable {
    /// What an utterance comes to, given to whoever asked.
    package enum Decision: Sendable, Hashable {
        /// A command was said, and proved enough: do it.
        case accepted(Command)
        /// Do nothing.
        case rejected(Rejection)
    }

    private let grammar: Grammar
    private let trust: [String: Trust]

    /// - Parameters:
    ///   - grammar: What may be said.
    ///   - trust: Commands that need other proof than ``Trust/normal``, by name.
    package init(grammar: Grammar, trust: [String: Trust] = [:]) {
        self.grammar = grammar
        self.trust = trust
    }

    /// Which command `hypothesis` is, if any, and whether it may be believed.
    ///
    /// Rejected are: no words (`.noWords`), words that are no whole command (`.incomplete`), a command with a number that
    /// was given no time (`.squeezed`), and one that is less likely than its trust asks for, or has no scores (`.unlikely`), and one
    /// that would be believed but for a number or span of time that is outside its range (`.outOfRange`). Of several commands with
    /// the same words the likeliest is judged.
    package func decide(_ hypothesis: UtteranceHypothesis) -> Decision {
        let words = hypothesis.words.map(\.text)
        guard !words.isEmpty else { return .rejected(Rejection(text: "", reason: .noWords)) }
        let judgement = hypothesis.verification.map(CommandProbability.init)
        let score = judgement?.value ?? 0
        var rejection = Rejection(
            text: hypothesis.text, reason: .incomplete, score: score, scores: hypothesis.verification)
        let match = grammar.parse(words).first
        let outOfRange = match == nil ? grammar.outOfRange(in: words) : nil
        guard let command = match?.command ?? outOfRange?.command else { return .rejected(rejection) }
        rejection.nearest = command
        if grammar.quantities(in: words).contains(where: { isSqueezed(hypothesis.words[$0]) }) {
            rejection.reason = .squeezed
            return .rejected(rejection)
        }
        // Without scores nothing is known, and what is not known is not believed.
        guard let judgement, (trust[command] ?? .normal).accepts(judgement) else {
            rejection.reason = .unlikely
            rejection.weighed = judgement?.weighed
            return .rejected(rejection)
        }
        guard let match else {
            rejection.reason = .outOfRange
            rejection.outOfRange = outOfRange?.limits
            return .rejected(rejection)
        }
        return .accepted(
            Command(
                name: match.command, slots: match.slots, score: score, scores: hypothesis.verification,
                text: hypothesis.text))
    }

    /// A phone has three states, so no phone is passed in less than three frames of 10 ms. Of the
    /// words of 150 drink orders, clean and in noise, only such as "a", "of" and "get" were said so fast; "go to floor", with
    /// nothing after it, was "floor two" at this speed.
    private static let shortestPhone = Duration.milliseconds(35)

    /// Whether the words took no more than the least time that the decoder can give them.
    private func isSqueezed(_ words: ArraySlice<RecognizedWord>) -> Bool {
        let counts = words.compactMap(\.phoneCount)
        guard counts.count == words.count, !counts.isEmpty else { return false }
        let said = words.reduce(Duration.zero) { $0 + ($1.end - $1.start) }
        return said <= Self.shortestPhone * counts.reduce(0, +)
    }
}
