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

    private func scores(_ wordMean: Double) -> VerificationScores {
        VerificationScores(
            wordMean: wordMean, worstWindow: 30 - wordMean, worstWords: wordMean - 6, lengthSpread: 0.1,
            phoneCount: 3,
            wordCount: 1,
            phoneRate: 9, signalToNoise: 40)
    }

    /// What comes with Earshot for a language.
    private func words(_ language: String) throws -> LanguageWords {
        let locale = try #require(LocaleTag(language))
        let file = language == "en" ? "models/en-US/words.yaml" : "models/words/\(language).yaml"
        return try LanguageWords(path: file, locale: locale)
    }

    @Test("A clear yes of three phones is believed, and one that the sound does not fit is not")
    func shortYes() throws {
        let answers = try #require(YesNo(in: words("en"), guarding: .output))
        guard case .yes = answers.decide(heard(["yes"], scores(-6))) else {
            Issue.record("not believed: \(CommandProbability(scores(-6)))")
            return
        }
        guard case .unclear(let rejection) = answers.decide(heard(["yes"], scores(-35))) else {
            Issue.record("believed: \(CommandProbability(scores(-35)))")
            return
        }
        #expect(rejection.nearest == "yes")
    }

    @Test("An output asks more of a yes than of a no, and more than a program does")
    func stakes() throws {
        // The first, from clear to poor, that an output does not believe.
        let output = try #require(YesNo(in: words("en"), guarding: .output))
        let program = try #require(YesNo(in: words("en"), guarding: .program))
        let poor = try #require(
            (2...40).map { scores(-Double($0)) }.first {
                if case .unclear = output.decide(heard(["yes"], $0)) { true } else { false }
            })
        guard case .yes = program.decide(heard(["yes"], poor)), case .no = output.decide(heard(["no"], poor)),
            case .no = program.decide(heard(["no"], poor))
        else {
            Issue.record("another answer to \(CommandProbability(poor))")
            return
        }
    }

    @Test(
        "An output is confirmed in English only, whose thresholds are measured; a program asks in four languages"
    )
    func languages() throws {
        for language in ["en", "de", "fr", "es"] {
            #expect(YesNo(in: try words(language), guarding: .program) != nil, "\(language)")
        }
        #expect(YesNo(in: try words("de"), guarding: .output) == nil)
        #expect(YesNo(in: LanguageWords(locale: LocaleTag("fi")), guarding: .program) == nil)
    }
}
