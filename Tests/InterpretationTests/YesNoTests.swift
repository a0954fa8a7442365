import Decoding
import Models
import Testing

@testable import Interpretation

@Suite("Yes and no")
struct YesNoTests {
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
        let answers = try #require(YesNo(for: nil, guarding: .output))
        guard case .yes = answers.decide(heard(["yes"], scores)) else {
            Issue.record("not believed")
            return
        }

        var unlikely = scores
        unlikely.lengthSpread = 0.49
        unlikely.worstWords = -44
        #expect(unlikely.confidence < 0.1, "\(unlikely.confidence)")
        guard case .unclear(let rejection) = answers.decide(heard(["yes"], unlikely)) else {
            Issue.record("believed")
            return
        }
        #expect(rejection.nearest == "yes")
    }

    @Test("An output asks more of a yes than a program does, and as much of a no")
    func stakes() throws {
        let scores = VerificationScores(
            wordMean: -15, worstWindow: 70, worstWords: -60, lengthSpread: 0.6, phoneCount: 3)
        let output = try #require(YesNo(for: nil, guarding: .output))
        let program = try #require(YesNo(for: nil, guarding: .program))
        guard case .unclear = output.decide(heard(["yes"], scores)),
            case .yes = program.decide(heard(["yes"], scores)),
            case .no = output.decide(heard(["no"], scores)), case .no = program.decide(heard(["no"], scores))
        else {
            Issue.record("another answer")
            return
        }
    }

    @Test(
        "An output is confirmed in English only, whose thresholds are measured; a program asks in four languages"
    )
    func languages() {
        for language in ["en-US", "de", "fr", "es"] {
            #expect(YesNo(for: LocaleTag(language), guarding: .program) != nil, "\(language)")
        }
        #expect(YesNo(for: LocaleTag("de"), guarding: .output) == nil)
        #expect(YesNo(for: LocaleTag("fi"), guarding: .program) == nil)
    }
}
