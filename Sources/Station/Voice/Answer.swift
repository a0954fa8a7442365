import Commands
import Language
import Recognition

/// Yes and no, as people say them (`Confirmation`): a grammar of its own, searched while a question waits and at no other
/// time.
enum Answer {
    /// The grammar is English, as the built-in `<duration>` is.
    static let language = "en"

    static let grammar: Grammar = {
        guard let grammar = LocaleTag(language).flatMap(Confirmation.grammar) else {
            preconditionFailure("there is no built-in yes and no")
        }
        return grammar
    }()

    private static let judge = CommandInterpreter(grammar: grammar, trust: ["yes": yes, "no": no])

    /// What a yes must prove, more than a program that asks with the hint `confirmation` (`Confirmation`): a false one moves
    /// something, a missed one is said again. A single short word is measured against what its few phones are worth by
    /// themselves, not against a command of their length.
    /// The confidence, which is 0.1 for so few phones (`Trust.leastConfidence`), is for "yes please", whose words may both be
    /// near a threshold, and for what sounds around either.
    private static let yes = Trust(
        wordMean: -13.5, worstWindow: 65, worstWords: -44.5, lengthSpread: 0.5, confidence: 0.01)
    /// A no moves nothing, so it is believed more easily.
    private static let no = Trust.loose

    /// What was answered: true is yes, and a rejection is neither.
    static func judge(_ hypothesis: UtteranceHypothesis) -> Result<Bool, Unclear> {
        switch judge.decide(hypothesis) {
        case .accepted(let command): .success(command.name == "yes")
        case .rejected(let rejection): .failure(Unclear(rejection: rejection))
        }
    }

    /// Neither yes nor no.
    struct Unclear: Error {
        var rejection: Rejection
    }
}
