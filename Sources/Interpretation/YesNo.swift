import Decoding
import Grammar
import Models

/// Yes and no, as people say them: a grammar of its own, searched while a question waits, and the judge of what came of it.
///
/// A value without state; any thread may ask it.
///
/// ```swift
/// if let answers = YesNo(for: pack.locale, guarding: .output) {
///     switch answers.decide(hypothesis) {
///     case .yes: open()
///     case .no: leave()
///     case .unclear: break                // the question goes on
///     }
/// }
/// ```
package struct YesNo: Sendable {
    /// What a yes sets going, and so what it must prove.
    package enum Stake: Sendable {
        /// Something moves: a false yes does harm, and a missed one is said again.
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

    /// The answers of a language; nil for one whose answers are not known, or, for an output, not measured.
    ///
    /// - Parameters:
    ///   - locale: nil for English, which the built-in numbers and durations are, too.
    ///   - stake: what a yes sets going.
    package init?(for locale: LocaleTag?, guarding stake: Stake) {
        let language = locale?.language ?? Self.measured
        guard stake == .program || language == Self.measured, let (yes, no) = Self.phrases[language],
            let grammar = try? Grammar(commands: ["yes": yes, "no": no])
        else {
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

    /// The language whose answers were measured.
    private static let measured = "en"

    /// The answers by language.
    ///
    /// A yes is short, and other words pass for it; so the English ones, which are measured, are few. Of 497 recordings of
    /// speech and single words that are no answer 42 came to a yes for a program when "yep", "sure", "okay", "of course" and
    /// "do it" were listened for as well, and 13 without. "Nope" is left out, since "no" was taken for it.
    private static let phrases: [String: (yes: String, no: String)] = [
        "en": (
            "yes [please] | yeah | that's right",
            "no [thanks | thank you | stop | don't] | cancel [it | that] | stop | don't [do it]"
        ),
        "de": ("ja [bitte] | genau | richtig | okay", "nein [danke] | stopp | abbrechen"),
        "fr": ("oui | d'accord | bien sûr", "non [merci] | annuler | arrêter"),
        "es": ("sí | claro | vale", "no [gracias] | cancelar"),
    ]

    /// A no moves nothing, so it is believed more easily than a yes; so is a yes that only a program hears of. Of 775
    /// recordings of other speech and single words, 6 come to a yes for an output and 21 for a program; what a missed yes costs was not measured, for want of recordings.
    private static func trust(for stake: Stake) -> [String: Trust] {
        switch stake {
        case .output: ["yes": Trust(0.5), "no": .loose]
        case .program: ["yes": Trust(0.3), "no": .loose]
        }
    }
}
