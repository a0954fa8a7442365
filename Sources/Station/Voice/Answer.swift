import Commands
import Language
import Recognition

/// Yes and no, as people say them: a grammar of its own, searched while a question waits and at no other time.
enum Answer {
    /// The grammar is English, as the built-in `<duration>` is.
    static let language = "en"

    static let grammar: Grammar = {
        do {
            return try Grammar(commands: [
                "yes": "yes [please] | yeah | that's right",
                "no":
                    "no [thanks | thank you | stop | don't] | nope | cancel [it | that] | stop | don't [do it]",
            ])
        } catch {
            preconditionFailure("the built-in yes and no do not parse: \(error)")
        }
    }()

    private static let judge = CommandInterpreter(grammar: grammar, trust: ["yes": yes, "no": no])

    /// What a yes must prove: a false one moves something, a missed one is said again. The words are chosen for the
    /// same reason: "okay", "do it" and "correct" were what other words were taken for most. A single short word is
    /// measured against what its few phones are worth by themselves, not against a command of their length.
    /// The confidence is for "yes please", whose words may both be near a threshold, and for what sounds around either.
    private static let yes = Trust(
        wordMean: -13.5, worstWindow: 65, worstWords: -44.5, lengthSpread: 0.5, confidence: 0.1)
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
