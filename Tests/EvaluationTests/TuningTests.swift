import Decoding
import Interpretation
import Testing

@testable import Evaluation

@Suite struct TuningTests {
    private func scores(_ wordMean: Double) -> VerificationScores {
        VerificationScores(wordMean: wordMean, worstWindow: 20, worstWords: -20, lengthSpread: 0.3)
    }

    private func recording(_ said: String?, heard: String, _ wordMean: Double) -> Tuning.Recording {
        Tuning.Recording(
            label: said.map { .command($0, slots: [:]) } ?? .nothing,
            attempts: [
                Tuning.Attempt(
                    command: Command(name: heard, score: 0.5, text: ""), scores: scores(wordMean))
            ], audio: .seconds(360))
    }

    private func tuning(_ recordings: [Tuning.Recording]) -> Tuning {
        Tuning(recordings: recordings, commands: ["lamp", "pump"], slotNames: [])
    }

    @Test("Both halves get every second recording of each command, and of those without one")
    func halves() {
        let all = tuning(
            (0..<5).map { _ in recording("lamp", heard: "lamp", -5) }
                + (0..<4).map { _ in recording("pump", heard: "pump", -5) }
                + (0..<3).map { _ in recording(nil, heard: "pump", -50) })
        let choosing = all.outcome(on: .choosing) { _ in .normal }
        let checking = all.outcome(on: .checking) { _ in .normal }
        #expect(choosing.right == Proportion(5, of: 5))
        #expect(checking.right == Proportion(4, of: 4))
        #expect(abs(choosing.falseAccepts.hours - 0.2) < 1e-9)
        #expect(abs(checking.falseAccepts.hours - 0.1) < 1e-9)
    }

    @Test("What is accepted, wrong, refused and falsely accepted follows the thresholds")
    func outcome() {
        let all = tuning([
            recording("lamp", heard: "lamp", -5), recording("lamp", heard: "pump", -13),
            recording("pump", heard: "pump", -18), recording(nil, heard: "lamp", -12.5),
        ])
        let normal = all.outcome { _ in .normal }
        #expect(normal.right.count == 1)
        #expect(normal.wrong.count == 1)
        #expect(normal.refused.count == 1)
        #expect(normal.falseAccepts.count == 1)
        let severe = AcceptanceThresholds(wordMean: -12, worstWindow: 46, worstWords: -36, lengthSpread: 0.46)
        let few = all.outcome { _ in severe }
        #expect(few.right.count == 1 && few.wrong.count == 0 && few.falseAccepts.count == 0)
        let loose = all.outcome { $0 == "pump" ? .loose : severe }
        #expect(loose.right.count == 2 && loose.wrong.count == 1)
    }

    @Test(
        "Thresholds of one's own are suggested where they separate what no named trust does, command by command"
    )
    func suggestion() {
        let lamps = (0..<20).map { recording("lamp", heard: "lamp", -15 - Double($0) / 10) }
        let others = (0..<20).map { recording(nil, heard: "lamp", -18.5 - Double($0) / 10) }
        let pumps = (0..<20).map { _ in recording("pump", heard: "pump", -5) }
        let all = tuning(lamps + others + pumps)
        let suggestion = all.suggestion()
        #expect(suggestion["pump"] == .normal, "what works is left alone")
        let outcome = all.outcome(on: .checking) { suggestion[$0]! }
        #expect(outcome.right.count == 20)
        #expect(outcome.falseAccepts.count == 0)
        #expect(all.outcome(on: .checking) { _ in .normal }.right.count == 10)
    }

    @Test("A short command that was refused for its confidence alone gets a lower one")
    func shortCommands() {
        let short = VerificationScores(
            wordMean: -12, worstWindow: 40, worstWords: -20, lengthSpread: 0.2, phoneCount: 9)
        let lamps = (0..<20).map { _ in
            Tuning.Recording(
                label: .command("lamp", slots: [:]),
                attempts: [
                    Tuning.Attempt(command: Command(name: "lamp", score: 0.5, text: ""), scores: short)
                ],
                audio: .seconds(360))
        }
        let others = (0..<20).map { _ in recording(nil, heard: "lamp", -18) }
        #expect(!AcceptanceThresholds.normal.accepts(short))
        let suggestion = tuning(lamps + others).suggestion()["lamp"]
        #expect(suggestion?.accepts(short) == true)
        #expect(suggestion?.confidence == 0.1, "no looser than it takes")
    }

    @Test("The margins tell what is refused: of a short command that may be its confidence alone")
    func margins() {
        var scores = VerificationScores(
            wordMean: -12, worstWindow: 40, worstWords: -20, lengthSpread: 0.2, phoneCount: 9)
        let refusing = AcceptanceThresholds.normal.margins(of: scores).filter { $0.margin < 0 }
        #expect(refusing.map(\.measure) == [.confidence])
        #expect(!AcceptanceThresholds.normal.accepts(scores))
        scores.phoneCount = 24
        #expect(AcceptanceThresholds.normal.margins(of: scores).allSatisfy { $0.margin >= 0 })
    }

    @Test("Without other speech nothing is made looser, and a handful of recordings changes nothing")
    func caution() {
        let lamps = (0..<20).map { _ in recording("lamp", heard: "lamp", -16) }
        #expect(tuning(lamps).suggestion()["lamp"] == .normal)
        let few = lamps.prefix(6) + [recording(nil, heard: "pump", -50)]
        #expect(tuning(Array(few)).suggestion()["lamp"] == .normal)
    }

    @Test("The dearer a mistake, the more is refused for it")
    func cost() {
        // Four lamps for each other utterance of the same scores: worth it only while a mistake costs less than four.
        let recordings = (0..<80).map { index in
            recording(index.isMultiple(of: 5) ? nil : "lamp", heard: "lamp", -12)
        }
        let all = tuning(recordings)
        #expect(all.suggestion(costOfMistake: 1)["lamp"]?.accepts(scores(-12)) == true)
        #expect(all.suggestion(costOfMistake: 20)["lamp"]?.accepts(scores(-12)) == false)
    }

    @Test("A rate's interval is Poisson's")
    func rate() {
        // Exact limits (Garwood 1936): 0 to 3.689, 0.025 to 5.572, 4.795 to 18.39.
        #expect(abs(EventRate(0, in: .seconds(3600)).interval.upperBound - 3.689) < 0.001)
        #expect(EventRate(0, in: .seconds(3600)).interval.lowerBound == 0)
        #expect(abs(EventRate(1, in: .seconds(3600)).interval.upperBound - 5.572) < 0.06)
        let ten = EventRate(10, in: .seconds(7200))
        #expect(ten.perHour == 5)
        #expect(abs(ten.interval.lowerBound - 4.795 / 2) < 0.03)
        #expect(abs(ten.interval.upperBound - 18.39 / 2) < 0.03)
        #expect(EventRate(0, in: .zero).interval.upperBound == .infinity)
    }
}
