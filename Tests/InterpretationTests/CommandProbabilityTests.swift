import Decoding
import Glibc
import Testing

@testable import Interpretation

@Suite("The probability that a command was said as understood")
struct CommandProbabilityTests {
    /// As a clear order has it.
    private let clear = VerificationScores(wordMean: -4, worstWindow: 22, worstWords: -10, lengthSpread: 0.25)

    @Test("A line is straight between its points and stays beyond them")
    func term() {
        let term = CommandProbability.Term(
            measure: .wordMean, points: [(at: -20, adds: -3), (at: -10, adds: -1), (at: 0, adds: 0)])
        #expect(term.contribution(of: -100) == -3)
        #expect(term.contribution(of: -20) == -3)
        #expect(term.contribution(of: -15) == -2)
        #expect(term.contribution(of: -10) == -1)
        #expect(abs(term.contribution(of: -2.5) - -0.25) < 1e-9)
        #expect(term.contribution(of: 50) == 0)
        #expect(term.contribution(of: .infinity) == 0)
        #expect(term.contribution(of: -.infinity) == -3)
        #expect(term.contribution(of: .nan) == -3)
    }

    @Test("Each measure has at most one line, whose points go upwards")
    func table() {
        let terms = CommandProbability.terms
        #expect(Set(terms.map(\.measure)).count == terms.count)
        for term in terms {
            let places = term.points.map(\.at)
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(term.measure)")
        }
    }

    @Test("More mismatch and more noise make no command likelier")
    func directions() {
        for term in CommandProbability.terms {
            let adds = term.points.map(\.adds)
            switch term.measure {
            case .wordMean, .sentenceMean, .worstWords, .phones, .words, .signalToNoise, .clarity:
                #expect(adds == adds.sorted(), "\(term.measure)")
            case .worstWindow, .lengthSpread, .worstOutside:
                #expect(adds == adds.sorted(by: >), "\(term.measure)")
            case .phoneRate: break
            }
        }
    }

    @Test("The odds are those of a typical command and what the measures add")
    func sum() {
        let judgement = CommandProbability(clear)
        let logit = judgement.contributions.reduce(CommandProbability.typical) { $0 + $1.adds }
        #expect(abs(judgement.value - 1 / (1 + exp(-logit))) < 0.003)
        #expect(judgement.value > 0.85)
    }

    @Test("What was not measured speaks neither for a command nor against it")
    func unmeasured() {
        #expect(clear.clarity == nil)
        #expect(!CommandProbability(clear).contributions.contains { $0.measure == .clarity })
        var noise = clear
        noise.clarity = 0
        #expect(CommandProbability(noise).value < CommandProbability(clear).value)
        #expect(CommandProbability(noise).weighed == .clarity)
    }

    @Test(
        "The measure that speaks most against a command is told, or where none does one that speaks least for it"
    )
    func weighed() {
        var other = clear
        other.wordMean = -40
        #expect(CommandProbability(other).weighed == .sentenceMean)
        var uneven = clear
        uneven.lengthSpread = 1
        #expect(CommandProbability(uneven).weighed == .lengthSpread)
        #expect(CommandProbability(other).value < 0.5)
        let best = CommandProbability(
            VerificationScores(wordMean: 0, worstWindow: 10, worstWords: 0, lengthSpread: 0.1, phoneRate: 18))
        #expect(best.contributions.allSatisfy { $0.adds >= 0 })
        #expect(best.weighed == .wordMean)
    }

    @Test("No command is certain to be meant, and none certain not to be")
    func limits() {
        let worst = VerificationScores(
            wordMean: -.infinity, worstWindow: .infinity, worstWords: -.infinity, lengthSpread: .infinity,
            worstOutside: .infinity, phoneCount: 1, wordCount: 1, phoneRate: 1, signalToNoise: 0)
        #expect(CommandProbability(worst).value == 0.002)
        let best = VerificationScores(
            wordMean: 10, worstWindow: 0, worstWords: 10, lengthSpread: 0, signalToNoise: 60)
        #expect(CommandProbability(best).value <= 0.998)
    }

    @Test("Trust is one probability: what is as likely is believed")
    func trust() {
        let judgement = CommandProbability(clear)
        #expect(Trust(judgement.value).accepts(judgement))
        #expect(!Trust(judgement.value + 1e-6).accepts(judgement))
        #expect(Trust(0).accepts(judgement))
        #expect(Trust(1).acceptsNothing && Trust(0.999).acceptsNothing && !Trust(0.998).acceptsNothing)
        #expect(Trust.loose.probability < Trust.normal.probability)
        #expect(Trust.normal.probability < Trust.strict.probability)
    }
}
