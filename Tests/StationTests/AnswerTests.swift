import Recognition
import Testing

@testable import Station

@Suite("The answer to a spoken question")
struct AnswerTests {
    private func heard(_ words: [String], _ scores: VerificationScores) -> UtteranceHypothesis {
        UtteranceHypothesis(
            words: words.map { RecognizedWord(text: $0, start: .zero, end: .seconds(1)) },
            verification: scores)
    }

    @Test("A yes of three phones is believed up to its own thresholds, although no command of so few is")
    func shortYes() throws {
        let scores = VerificationScores(
            wordMean: -13.4, worstWindow: 64, worstWords: -20, lengthSpread: 0.2, phoneCount: 3)
        #expect((0.1...0.5).contains(scores.confidence), "\(scores.confidence)")
        #expect(try Answer.judge(heard(["yes"], scores)).get())

        var unlikely = scores
        unlikely.lengthSpread = 0.49
        unlikely.worstWords = -44
        #expect(unlikely.confidence < 0.1, "\(unlikely.confidence)")
        #expect(throws: Answer.Unclear.self) { try Answer.judge(heard(["yes"], unlikely)).get() }
    }
}
