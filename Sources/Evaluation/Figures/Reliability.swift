/// Whether probabilities mean what they say: of the commands thought to be right with so much probability, how many were.
///
/// Source: M. H. DeGroot and S. E. Fienberg, "The comparison and evaluation of forecasters", The Statistician 32 (1983).
package struct Reliability: Sendable {
    /// Judgements of about the same probability.
    package struct Bin: Sendable, Hashable {
        /// Their mean, 0 to 1.
        package var probability: Double
        /// How many of them were right.
        package var right: Proportion
    }

    /// Of tenths of the probability, those that have a judgement, the lowest first.
    package let bins: [Bin]

    /// Takes judgements in any order.
    package init(_ judgements: [Evaluator.Judgement]) {
        let tenths = Dictionary(grouping: judgements) { min(9, Int($0.probability * 10)) }
        bins = tenths.sorted { $0.key < $1.key }.map { _, all in
            Bin(
                probability: all.reduce(0) { $0 + $1.probability } / Double(all.count),
                right: Proportion(all.count { $0.isRight }, of: all.count))
        }
    }
}
