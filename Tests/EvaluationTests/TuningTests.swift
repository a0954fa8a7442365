import Decoding
import Interpretation
import Testing

@testable import Evaluation

@Suite struct TuningTests {
    /// Scores that are as likely as that; to a thousandth.
    private func scores(_ probability: Double) -> VerificationScores {
        func of(_ badness: Double) -> VerificationScores {
            VerificationScores(
                wordMean: -40 * badness, worstWindow: 20 + 70 * badness, worstWords: -70 * badness,
                lengthSpread: 0.1 + 0.8 * badness)
        }
        var (better, worse) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (worse + better) / 2
            if CommandProbability(of(middle)).value < probability { worse = middle } else { better = middle }
        }
        return of(better)
    }

    private func attempt(
        at command: String, _ probability: Double, time: Duration = .zero
    ) -> Tuning.Attempt {
        Tuning.Attempt(
            command: Command(name: command, score: 0.5, text: ""), scores: scores(probability), time: time)
    }

    private func recording(_ said: String?, heard: String, _ probability: Double) -> Tuning.Recording {
        Tuning.Recording(
            label: said.map { .command($0, slots: [:]) } ?? .nothing,
            attempts: [attempt(at: heard, probability)], audio: .seconds(36))
    }

    private func tuning(_ recordings: [Tuning.Recording], configured: [String: Trust] = [:]) -> Tuning {
        Tuning(
            recordings: recordings, commands: ["lamp", "pump"], configured: configured, scoredSlots: [:])
    }

    @Test("Both halves get every second recording of each command, and of those without one")
    func halves() {
        let all = tuning(
            (0..<5).map { _ in recording("lamp", heard: "lamp", 0.95) }
                + (0..<4).map { _ in recording("pump", heard: "pump", 0.95) }
                + (0..<3).map { _ in recording(nil, heard: "pump", 0.02) })
        let choosing = all.outcome(on: .choosing) { _ in .normal }
        let checking = all.outcome(on: .checking) { _ in .normal }
        #expect(choosing.right == Proportion(5, of: 5))
        #expect(checking.right == Proportion(4, of: 4))
        #expect(abs(choosing.falseAccepts.hours - 0.02) < 1e-9)
        #expect(abs(checking.falseAccepts.hours - 0.01) < 1e-9)
    }

    @Test("One long recording of other sound falls to both halves, minute by minute")
    func longOtherSound() {
        // Eight a minute; the last is told after the end.
        let attempts = (0...80).map { attempt(at: "lamp", 0.6, time: .milliseconds(7500 * $0)) }
        let radio = Tuning.Recording(label: .nothing, attempts: attempts, audio: .seconds(600))
        let all = tuning((0..<20).map { _ in recording("lamp", heard: "lamp", 0.9) } + [radio])
        let choosing = all.outcome(on: .choosing) { _ in .normal }
        let checking = all.outcome(on: .checking) { _ in .normal }
        #expect(choosing.falseAccepts.count == 40 && checking.falseAccepts.count == 41)
        #expect(abs(choosing.falseAccepts.hours - checking.falseAccepts.hours) < 1e-9)
        #expect(abs(all.outcome { _ in .normal }.falseAccepts.hours - 1.0 / 6) < 1e-9)
        let suggestion = all.suggestion()
        #expect(suggestion["lamp"] == .strict)
        #expect(all.outcome(on: .checking) { suggestion[$0]! }.falseAccepts.count == 0)
    }

    @Test("Of however little other sound, both halves get some")
    func littleOtherSound() {
        let all = tuning([recording(nil, heard: "lamp", 0.6)])
        for half in Tuning.Half.allCases {
            #expect(abs(all.outcome(on: half) { _ in .normal }.falseAccepts.hours - 0.005) < 1e-9)
        }
    }

    @Test("Of probabilities that do equally well the one in the middle is suggested")
    func middle() {
        let lamps = (0..<20).map { recording("lamp", heard: "lamp", $0.isMultiple(of: 2) ? 0.975 : 0.96) }
        let others = (0..<20).map { _ in recording(nil, heard: "lamp", 0.885) }
        let all = tuning(lamps + others)
        let suggestion = all.suggestion()
        #expect(suggestion["lamp"] == Trust(0.95), "0.97, 0.95 and 0.9 part them on the half for choosing")
        let outcome = all.outcome(on: .checking) { suggestion[$0]! }
        #expect(outcome.right.count == 10 && outcome.falseAccepts.count == 0)
    }

    @Test("What is accepted, wrong, refused and falsely accepted follows the trust")
    func outcome() {
        let all = tuning([
            recording("lamp", heard: "lamp", 0.95), recording("lamp", heard: "pump", 0.85),
            recording("pump", heard: "pump", 0.4), recording(nil, heard: "lamp", 0.8),
        ])
        let some = all.outcome { _ in Trust(0.6) }
        #expect(some.right.count == 1)
        #expect(some.wrong.count == 1)
        #expect(some.refused.count == 1)
        #expect(some.falseAccepts.count == 1)
        let few = all.outcome { _ in Trust(0.9) }
        #expect(few.right.count == 1 && few.wrong.count == 0 && few.falseAccepts.count == 0)
        let mixed = all.outcome { $0 == "pump" ? Trust(0.3) : Trust(0.9) }
        #expect(mixed.right.count == 2 && mixed.wrong.count == 1)
    }

    @Test(
        "A probability of one's own is suggested where it separates what no named trust does, command by command"
    )
    func suggestion() {
        let (loose, normal) = (Trust.loose.probability, Trust.normal.probability)
        let between = loose + 0.6 * (normal - loose)
        let lamps = (0..<20).map { recording("lamp", heard: "lamp", $0 % 4 < 2 ? between + 0.06 : 0.99) }
        let others = (0..<20).map { _ in recording(nil, heard: "lamp", between - 0.04) }
        let pumps = (0..<20).map { _ in recording("pump", heard: "pump", 0.97) }
        let all = tuning(lamps + others + pumps)
        let suggestion = all.suggestion()
        #expect(suggestion["pump"] == .normal, "what works is left alone")
        let outcome = all.outcome(on: .checking) { suggestion[$0]! }
        #expect(outcome.right.count == 20)
        #expect(outcome.falseAccepts.count == 0)
        #expect(all.outcome(on: .checking) { _ in .normal }.right.count == 15)
    }

    @Test("What is set is kept where nothing does better", arguments: [Trust.strict, .loose, Trust(0.93)])
    func tie(set: Trust) {
        let all = tuning(
            (0..<20).map { _ in recording("pump", heard: "pump", 0.999) }
                + (0..<20).map { _ in recording(nil, heard: "pump", 0.001) }, configured: ["pump": set])
        #expect(all.suggestion()["pump"] == set)
    }

    @Test("Without other speech nothing is made looser, and a handful of recordings changes nothing")
    func caution() {
        let lamps = (0..<20).map { _ in recording("lamp", heard: "lamp", Trust.normal.probability - 0.1) }
        #expect(tuning(lamps).suggestion()["lamp"] == .normal)
        let few = lamps.prefix(6) + [recording(nil, heard: "pump", 0.02)]
        #expect(tuning(Array(few)).suggestion()["lamp"] == .normal)
    }

    @Test("Ten recordings of a command suffice, and nine do not")
    func fewest() {
        let lamps = (0..<10).map { _ in recording("lamp", heard: "lamp", Trust.normal.probability - 0.1) }
        let others = (0..<4).map { _ in recording(nil, heard: "pump", 0.02) }
        #expect(tuning(Array(lamps.dropLast()) + others).suggestion()["lamp"] == .normal)
        #expect(tuning(lamps + others).suggestion()["lamp"] != .normal)
    }

    @Test("The dearer a mistake, the more is refused for it")
    func cost() {
        // Four lamps for each other utterance of the same scores: worth it only while a mistake costs less than four.
        let recordings = (0..<80).map { index in
            recording(index.isMultiple(of: 5) ? nil : "lamp", heard: "lamp", 0.42)
        }
        let all = tuning(recordings)
        let judgement = CommandProbability(scores(0.42))
        #expect(all.suggestion(costOfMistake: 1)["lamp"]?.accepts(judgement) == true)
        #expect(all.suggestion(costOfMistake: 20)["lamp"]?.accepts(judgement) == false)
    }

    @Test("A rate's interval is Poisson's")
    func rate() {
        // Exact limits (Garwood 1936): 0 to 3.689, 0.025 to 5.572, 4.795 to 18.39.
        #expect(abs(EventRate(0, in: .seconds(3600)).interval.upperBound - 3.689) < 0.001)
        #expect(EventRate(0, in: .seconds(3600)).interval.lowerBound == 0)
        #expect(abs(EventRate(1, in: .seconds(3600)).interval.lowerBound - 0.0253) < 0.0001)
        #expect(abs(EventRate(1, in: .seconds(3600)).interval.upperBound - 5.572) < 0.06)
        let ten = EventRate(10, in: .seconds(7200))
        #expect(ten.perHour == 5)
        #expect(abs(ten.interval.lowerBound - 4.795 / 2) < 0.03)
        #expect(abs(ten.interval.upperBound - 18.39 / 2) < 0.03)
        #expect(EventRate(0, in: .zero).interval.upperBound == .infinity)
        #expect(EventRate(0, in: .zero).limits.isEmpty && ten.limits.count == 2)
    }
}
