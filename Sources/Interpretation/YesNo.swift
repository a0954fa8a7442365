import Configuration
import Decoding
import Grammar
import Models

/// Yes and no, as people say them: a grammar of its own, searched while a question waits, and the judge of what came of it.
///
/// A value without state; any thread may ask it.
///
/// ```swift
/// if let answers = YesNo(in: try pack.languageWords(), guarding: .output) {
///     switch answers.decide(hypothesis) {
///     case .yes: open()
///     case .no: leave()
///     case .unclear: leave()              // said of something else, perhaps
///     }
/// }
/// ```
package struct YesNo: Sendable {
    /// What a yes sets going, and so what it must prove.
    package enum Stake: Sendable {
        /// Something moves: a false yes does harm, and a missed one takes the question back.
        case output
        /// A program gets the words with their confidence; what is refused is lost to it.
        case program
    }

    /// What was answered.
    package enum Answer: Sendable {
        case yes
        case no
        /// Other speech, or noise.
        case unclear(Rejection)
    }

    /// The commands `yes` and `no`.
    package let grammar: Grammar
    private let interpreter: CommandInterpreter

    /// The answers of a language; nil for one that has none, or, for an output, none that were measured for one.
    ///
    /// - Parameters:
    ///   - words: of the language.
    ///   - stake: what a yes sets going.
    package init?(in words: LanguageWords, guarding stake: Stake) {
        guard let answers = words.answers, stake == .program || answers.moveOutputs else { return nil }
        let mark = answers.yes.mark
        let commands = [("yes", answers.yes), ("no", answers.no)].map { name, phrase in
            let say = Node.Entry(key: "say", keyMark: mark, value: phrase)
            return Node.Entry(key: name, keyMark: mark, value: Node(.map([say]), at: mark))
        }
        guard let grammar = Grammar(commands: Node(.map(commands), at: mark), in: words, Diagnostics()) else {
            return nil
        }
        self.grammar = grammar
        interpreter = CommandInterpreter(grammar: grammar, trust: Self.trust(for: stake))
    }

    /// What the utterance answers.
    package func decide(_ hypothesis: UtteranceHypothesis) -> Answer {
        switch interpreter.decide(hypothesis) {
        case .accepted(let command): command.name == "yes" ? .yes : .no
        case .rejected(let rejection): .unclear(rejection)
        }
    }

    /// A no moves nothing, so it is believed more easily than a yes; so is a yes that only a program hears of. In English, of
    /// 775 recordings of other speech and single words 7 come to a yes for an output and 14 for a program; what a missed yes
    /// costs was not measured, for want of recordings.
    private static func trust(for stake: Stake) -> [String: Trust] {
        switch stake {
        case .output: ["yes": Trust(0.5), "no": .loose]
        case .program: ["yes": Trust(0.3), "no": .loose]
        }
    }
}
