import Appliance
import Evaluation
import Interpretation
import Platform

/// What an evaluation came to, for people and programs.
struct EvaluationReport {
    let score: Score
    /// By the manifest's lines.
    let results: [Evaluator.Result]
    let breakdown: Breakdown
    let reliability: Reliability
    let comparison: Comparison?

    /// - Parameters:
    ///   - results: In any order.
    ///   - old: An evaluation to compare it with.
    init(_ score: Score, _ results: [Evaluator.Result], comparedWith old: [Comparison.Record]?) {
        self.score = score
        self.results = results.sorted { $0.clip.line < $1.clip.line }
        breakdown = Breakdown(results)
        reliability = Reliability(results.flatMap(\.judgements))
        comparison = old.map { Comparison(before: $0, now: results.map(Comparison.Record.init)) }
    }
}
