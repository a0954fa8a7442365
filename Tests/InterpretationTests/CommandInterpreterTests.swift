import Decoding
import Grammar
import Interpretation
import Testing

@Suite struct CommandInterpreterTests {
    private let good = VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.2)

    private func interpreter(_ trust: [String: AcceptanceThresholds] = [:]) throws -> CommandInterpreter {
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
        #expect(command.score == good.confidence)
        #expect(command.text == "turn off the lamp")
    }

    @Test("Of several commands with the same words the likeliest is judged")
    func ambiguous() throws {
        let grammar = try Grammar(commands: [
            "any": "halt | wait | pause | rest", "stop": "halt", "yes": "(halt | go)",
        ])
        for trust in [["any": AcceptanceThresholds.strict, "yes": .strict], [:]] {
            let interpreter = CommandInterpreter(grammar: grammar, trust: trust)
            guard case .accepted(let command) = interpreter.decide(hypothesis("halt", good)) else {
                Issue.record("refused")
                continue
            }
            #expect(command.name == "stop")
        }
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
            text: "go to floor two", reason: .squeezed, score: good.confidence, scores: good, nearest: "lift")
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
        "Any single measure beyond its threshold refuses the command, and names what it nearly was",
        arguments: [
            VerificationScores(wordMean: -14.6, worstWindow: 20, worstWords: -10, lengthSpread: 0.2),
            VerificationScores(wordMean: -5, worstWindow: 56.1, worstWords: -10, lengthSpread: 0.2),
            VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -42.1, lengthSpread: 0.2),
            VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.48),
            // Each within its threshold, and all of them near it: the confidence is 0.12.
            VerificationScores(wordMean: -14, worstWindow: 50, worstWords: -35, lengthSpread: 0.45),
        ])
    func unlikely(scores: VerificationScores) throws {
        guard case .rejected(let rejection) = try interpreter().decide(hypothesis("turn on the lamp", scores))
        else {
            Issue.record("accepted with \(scores)")
            return
        }
        #expect(rejection.reason == .unlikely)
        #expect(rejection.nearest == "lamp")
        #expect(rejection.score == scores.confidence)
        #expect(rejection.scores == scores)
    }

    @Test("A short command needs more confidence than a long one, down to a word")
    func shortCommands() {
        func least(_ phones: Int) -> Double { AcceptanceThresholds.normal.leastConfidence(ofPhones: phones) }
        #expect(least(45) == 0.25 && least(24) == 0.25)
        #expect(abs(least(12) - 0.599) < 0.001, "the odds are 1 : 3 times the exponential of 1.5")
        #expect(abs(least(8) - 0.782) < 0.001)
        #expect(least(3) == least(8))

        // Their confidence is 0.69.
        var scores = VerificationScores(wordMean: -12, worstWindow: 40, worstWords: -20, lengthSpread: 0.2)
        for (phones, isEnough) in [(24, true), (12, true), (9, false)] {
            scores.phoneCount = phones
            #expect(
                AcceptanceThresholds.normal.accepts(scores) == isEnough,
                "\(phones) phones, \(scores.confidence)")
        }
    }

    @Test("Strict asks no more of a short command than normal does, where that is more; loose asks nothing")
    func shortCommandsByTrust() {
        #expect(AcceptanceThresholds.strict.leastConfidence(ofPhones: 24) == 0.55)
        #expect(
            AcceptanceThresholds.strict.leastConfidence(ofPhones: 8)
                == AcceptanceThresholds.normal.leastConfidence(ofPhones: 8))
        #expect(AcceptanceThresholds.loose.leastConfidence(ofPhones: 3) == 0)
        var off = AcceptanceThresholds.normal
        off.confidence = -.infinity
        #expect(off.leastConfidence(ofPhones: 8) <= 0)
        off.confidence = .infinity
        #expect(off.leastConfidence(ofPhones: 8) == .infinity)
    }

    @Test("Loose refuses what has speech around it")
    func outside() {
        var scores = good
        scores.worstOutside = 40
        // Confidence has its say in the others before this measure has.
        #expect(AcceptanceThresholds.loose.accepts(scores))
        scores.worstOutside = 40.1
        #expect(!AcceptanceThresholds.loose.accepts(scores))
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
        let weak = VerificationScores(wordMean: -18, worstWindow: 60, worstWords: -50, lengthSpread: 0.9)
        let middling = VerificationScores(
            wordMean: -12, worstWindow: 47, worstWords: -34, lengthSpread: 0.45)
        let interpreter = try interpreter(["stop": .loose, "lamp": .strict])
        guard case .accepted = interpreter.decide(hypothesis("stop", weak)) else {
            Issue.record("loose refused \(weak)")
            return
        }
        guard case .rejected = interpreter.decide(hypothesis("turn on the lamp", middling)) else {
            Issue.record("strict accepted \(middling)")
            return
        }
    }
}
