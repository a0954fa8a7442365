import Foundation
import TestSupport
import Testing

@testable import Evaluation

@Suite struct ComparisonTests {
    private func record(_ audio: String, _ line: Int, _ verdict: Score.Verdict) -> Comparison.Record {
        Comparison.Record(audio: audio, line: line, verdict: verdict)
    }

    @Test("Recordings are paired by name, and those of one name by their order")
    func pairs() {
        let comparison = Comparison(
            before: [
                record("a", 1, .right), record("b", 2, .wrong), record("b", 3, .right),
                record("gone", 4, .right),
            ],
            now: [
                record("b", 12, .right), record("a", 10, .rejected), record("b", 11, .falseAccept),
                record("new", 13, .right), record("new", 14, .wrong),
            ])
        #expect(comparison.better.isEmpty)
        #expect(comparison.worse == [.init(audio: "a", before: .right, now: .rejected)])
        #expect(comparison.common == 3)
        #expect(comparison.gone == 1)
        #expect(comparison.new == 2)
    }

    @Test(
        "McNemar's exact test gives the published values",
        arguments: [
            (0, 0, 1.0), (1, 0, 1.0), (5, 0, 0.0625), (0, 6, 0.03125), (8, 2, 0.109375), (5, 5, 1.0),
            (10, 3, 0.0922851562),
        ])
    func significance(one: Int, other: Int, expected: Double) {
        #expect(abs(Comparison.significance(one, other) - expected) < 1e-9)
        #expect(Comparison.significance(one, other) == Comparison.significance(other, one))
    }

    @Test("Thousands of changes neither overflow nor vanish")
    func many() {
        #expect(Comparison.significance(5_000, 5_000) == 1)
        let uneven = Comparison.significance(5_000, 5_200)
        #expect((0.04...0.06).contains(uneven), "\(uneven)")
        #expect(Comparison.significance(0, 100_000) == 0)
    }

    @Test("What evaluate writes is read, its summary left out")
    func reading() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            """
            {"audio":"a.wav","line":3,"verdict":"extra-slots","texts":[]}

            {"audio":"b.wav","verdict":"right"}
            {"clips":2,"right":1}
            """, to: "old.jsonl")
        #expect(
            try Comparison.records(path: path) == [
                record("a.wav", 3, .rightButForExtraSlots), record("b.wav", 0, .right),
            ])
        let odd = folder.write("{\"audio\":\"a.wav\",\"verdict\":\"splendid\"}", to: "odd.jsonl")
        #expect(throws: EvaluationError.self) { try Comparison.records(path: odd) }
    }

    @Test("Judgements are gathered by tenths of their probability")
    func reliability() {
        func judgement(_ probability: Double, _ isRight: Bool) -> Evaluator.Judgement {
            Evaluator.Judgement(probability: probability, isRight: isRight)
        }
        let bins = Reliability([
            judgement(0.97, true), judgement(1, true), judgement(0.91, false), judgement(0.3, false),
        ]).bins
        #expect(bins.map(\.right.total) == [1, 3])
        #expect(bins.map(\.right.count) == [0, 2])
        #expect(abs(bins[1].probability - 0.96) < 1e-9)
        #expect(Reliability([]).bins.isEmpty)
    }
}
