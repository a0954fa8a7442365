import Platform

/// The phrases that sentences with classes of words are written out to.
///
/// Which of very many are taken is left to chance here, as a model of words is made of them; `CustomLanguageModelData` spreads
/// over a pattern's phrases in even steps, since each of them may be said.
enum SentenceExpansion {
    /// Phrases that sentences with classes are written out to, all together.
    private static let mostPhrases = 200_000
    /// Those of them that are only there for which phrases stand together.
    private static let mostCombinations = 50_000

    /// A sentence with its classes' phrases in their places, each about as often as any other, and beside any other's.
    ///
    /// - Parameters:
    ///   - choices: what may stand in each place, at least one phrase.
    ///   - sentences: so many share the room for what is written out.
    ///   - seed: of many combinations, sentences with different ones take different ones.
    static func phrases(of choices: [[[String]]], among sentences: Int, seed: Int) -> [[String]] {
        let most = choices.map(\.count).max() ?? 1
        let combinations = choices.reduce(1) { product, choice in
            let (all, isTooMany) = product.multipliedReportingOverflow(by: choice.count)
            return isTooMany ? .max : all
        }
        let wanted = max(most, min(combinations, mostCombinations / max(1, sentences)))
        let count = max(1, min(wanted, mostPhrases / max(1, sentences)))
        guard count < combinations else {
            return (0..<count).map { index in
                var rest = index
                return choices.flatMap { choice in
                    defer { rest /= choice.count }
                    return choice[rest % choice.count]
                }
            }
        }
        // Each place takes all of its phrases before it takes one again, and in an order of its own each time.
        var generator = SeededGenerator(seed: UInt64(seed))
        let places = choices.map { choice in
            guard choice.count > 1 else { return Array(repeating: choice[0], count: count) }
            var order: [[String]] = []
            while order.count < count { order += choice.shuffled(using: &generator) }
            return order
        }
        return (0..<count).map { index in places.flatMap { $0[index] } }
    }
}
