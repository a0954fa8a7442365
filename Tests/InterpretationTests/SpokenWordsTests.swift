import Decoding
import Grammar
import Testing

@testable import Interpretation

/// Which words of free text are believed to have been spoken.
struct SpokenWordsTests {
    private func hypothesis(_ text: String, evidence: Double?) -> UtteranceHypothesis {
        var hypothesis = UtteranceHypothesis(
            words: text.split(separator: " ").map {
                RecognizedWord(text: String($0), start: .zero, end: .seconds(1), posterior: 0.9)
            })
        hypothesis.speechEvidence = evidence
        return hypothesis
    }

    private let freeText = UtteranceInterpreter(commands: nil, answers: nil)

    @Test("Words made of noise are not, and the reason has them, with their confidence")
    func noise() throws {
        let heard = freeText.heard(hypothesis("and then", evidence: 0.1))
        #expect(heard.believed.words.isEmpty)
        let objection = try #require(heard.objection)
        #expect(objection.reason == .noSpeech)
        #expect(objection.text == "and then")
        #expect(abs(objection.score - 0.9) < 0.001)
    }

    @Test("Words are believed where somebody was heard, or nothing listened for that")
    func believed() {
        for evidence in [0.4, nil] as [Double?] {
            let heard = freeText.heard(hypothesis("yes", evidence: evidence))
            #expect(heard.believed.text == "yes")
            #expect(heard.objection == nil)
        }
    }

    @Test("There is nothing to object to where there are no words, or where commands have their own proof")
    func others() throws {
        #expect(freeText.heard(hypothesis("", evidence: 0.1)).objection == nil)
        let grammar = try Grammar(commands: ["go": "go"], rules: [:])
        let commands = UtteranceInterpreter(commands: CommandInterpreter(grammar: grammar), answers: nil)
        let heard = commands.heard(hypothesis("go", evidence: 0.1))
        #expect(heard.believed.text == "go")
        #expect(heard.objection == nil)
    }

    @Test("What is shown meanwhile is believed likewise")
    func partials() {
        var partial = PartialHypothesis(words: [], heardUntil: .zero)
        #expect(partial.isSpoken)
        partial.speechEvidence = 0.1
        #expect(!partial.isSpoken)
        partial.speechEvidence = 0.5
        #expect(partial.isSpoken)
    }
}
