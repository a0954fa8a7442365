import Decoding
import Grammar
import Interpretation
import Testing

@Suite struct CommandInterpreterTests {
    private let good = VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.2)

    private func interpreter(_ trust: [String: Trust] = [:]) throws -> CommandInterpreter {
        CommandInterpreter(
            grammar: try Grammar(
                commands: ["lamp": "turn <state> the lamp", "stop": "stop"], rules: ["state": "on | off"]),
            trust: trust)
    }

    private func hypothesis(_ text: String, _ scores: VerificationScores?) -> UtteranceHypothesis {
        let words = text.split(separator: " ").enumerated().map { index, word in
            RecognizedWord(
                text: String(word), start: .milliseconds(300 * index), end: .milliseconds(300 * index + 280))
        }
        return UtteranceHypothesis(words: words, verification: scores)
    }

    @Test("A command that fits and sounds right is accepted with its slots")
    func accepted() throws {
        let decision = try interpreter().decide(hypothesis("turn off the lamp", good))
        guard case .accepted(let command) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(command.name == "lamp")
        #expect(command.slots == ["state": .text("off")])
        #expect(command.score == CommandProbability(good).value)
        #expect(command.text == "turn off the lamp")
    }

    @Test("Of several commands with the same words the likeliest is judged")
    func ambiguous() throws {
        let grammar = try Grammar(commands: [
            "any": "halt | wait | pause | rest", "stop": "halt", "yes": "(halt | go)",
        ])
        for trust in [["any": Trust.strict, "yes": .strict], [:]] {
            let interpreter = CommandInterpreter(grammar: grammar, trust: trust)
            guard case .accepted(let command) = interpreter.decide(hypothesis("halt", good)) else {
                Issue.record("refused")
                continue
            }
            #expect(command.name == "stop")
        }
    }

    @Test(
        "What would be believed but for its number is refused as out of range; what would not be is unlikely")
    func outOfRange() throws {
        let interpreter = CommandInterpreter(grammar: try Grammar(commands: ["floor": "go to floor <1..30>"]))
        let spoken = hypothesis("go to floor ninety", good)
        guard case .rejected(let rejection) = interpreter.decide(spoken) else {
            Issue.record("it was done")
            return
        }
        #expect(rejection.reason == .outOfRange && rejection.nearest == "floor")
        #expect(rejection.outOfRange?.said == .number(90))
        guard case .rejected(let noise) = interpreter.decide(hypothesis("go to floor ninety", nil)) else {
            Issue.record("it was done")
            return
        }
        #expect(noise.reason == .unlikely && noise.outOfRange == nil)
    }

    @Test("Half a command is refused as incomplete")
    func incomplete() throws {
        guard case .rejected(let rejection) = try interpreter().decide(hypothesis("turn off the", good))
        else {
            Issue.record("half a command was accepted")
            return
        }
        #expect(rejection.reason == .incomplete)
        #expect(rejection.nearest == nil)
    }

    @Test(
        "A number that took no longer than the decoder needs to pass through it was not said",
        arguments: [(60, 80, true), (70, 200, true), (80, 200, false), (300, 60, false)])
    func squeezed(ofTwo: Int, ofFloor: Int, isSqueezed: Bool) throws {
        let words = [("go", 60, 2), ("to", 60, 2), ("floor", ofFloor, 4), ("two", ofTwo, 2)]
        var end = Duration.zero
        let heard = words.map { text, length, phones in
            let start = end
            end += .milliseconds(length)
            return RecognizedWord(text: text, start: start, end: end, phoneCount: phones)
        }
        let lift = CommandInterpreter(
            grammar: try Grammar(commands: ["lift": "go to <where>"], rules: ["where": "floor <1..30>"]))
        let decision = lift.decide(UtteranceHypothesis(words: heard, verification: good))
        let rejection = Rejection(
            text: "go to floor two", reason: .squeezed, score: CommandProbability(good).value, scores: good,
            nearest: "lift")
        #expect((decision == .rejected(rejection)) == isSqueezed, "\(decision)")
        if !isSqueezed, case .rejected = decision { Issue.record("\(decision)") }
    }

    @Test("No words are refused as that")
    func noWords() throws {
        #expect(
            try interpreter().decide(hypothesis("", nil))
                == .rejected(Rejection(text: "", reason: .noWords)))
    }

    @Test(
        "What is less likely than its trust asks for is refused, with what weighed most and what it nearly was"
    )
    func unlikely() throws {
        let scores = VerificationScores(wordMean: -40, worstWindow: 40, worstWords: -10, lengthSpread: 0.2)
        guard case .rejected(let rejection) = try interpreter().decide(hypothesis("turn on the lamp", scores))
        else {
            Issue.record("accepted with \(scores)")
            return
        }
        #expect(rejection.reason == .unlikely)
        #expect(rejection.weighed == .sentenceMean)
        #expect(rejection.nearest == "lamp")
        #expect(rejection.score == CommandProbability(scores).value)
        #expect(rejection.scores == scores)
    }

    @Test("What cannot be verified is not believed")
    func unverified() throws {
        guard case .rejected(let rejection) = try interpreter().decide(hypothesis("turn on the lamp", nil))
        else {
            Issue.record("accepted without proof")
            return
        }
        #expect(rejection.reason == .unlikely)
        #expect(rejection.score == 0)
    }

    @Test("A command's own trust replaces the normal one")
    func trust() throws {
        let interpreter = try interpreter(["stop": Trust(0), "lamp": Trust(0.999)])
        let weak = VerificationScores(wordMean: -40, worstWindow: 90, worstWords: -70, lengthSpread: 0.9)
        guard case .accepted = interpreter.decide(hypothesis("stop", weak)) else {
            Issue.record("refused \(weak)")
            return
        }
        guard case .rejected = interpreter.decide(hypothesis("turn on the lamp", good)) else {
            Issue.record("accepted \(good)")
            return
        }
    }
}
