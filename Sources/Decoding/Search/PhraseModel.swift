import Glibc

/// A trigram language model of some phrases, in the ARPA form that PocketSphinx reads.
///
/// Probabilities are smoothed by Witten and Bell's method: what follows a history is discounted by how many different
/// words were seen after it, and the rest goes to the shorter history.
///
/// Source: I. H. Witten and T. C. Bell, "The zero-frequency problem", IEEE Transactions on Information Theory 37, 1991;
/// the form: the manual of the CMU-Cambridge Statistical Language Modeling Toolkit.
package struct PhraseModel: Sendable {
    /// For each history: the words that followed it, and how often any did.
    private var followers: [[String]: [String: Double]] = [:]

    /// One that knows nothing yet.
    package init() {}

    private static let order = 3
    private static let start = "<s>"
    private static let end = "</s>"

    /// Adds a phrase, as its words in lower case; it counts `weight` times.
    package mutating func add(_ words: [String], weight: Double = 1) {
        guard !words.isEmpty, weight > 0 else { return }
        let sentence = [Self.start] + words + [Self.end]
        for index in 1..<sentence.count {
            for length in 0..<Self.order where length <= index {
                followers[Array(sentence[index - length..<index]), default: [:]][
                    sentence[index], default: 0] += weight
            }
        }
    }

    package var isEmpty: Bool { followers.isEmpty }

    package var vocabulary: Set<String> { Set(followers[[]]?.keys.filter { $0 != Self.end } ?? []) }

    /// The model as text.
    package var arpa: String {
        let words = [Self.start] + (followers[[]]?.keys.sorted() ?? [])
        var sections: [[String]] = [
            words.map { line([$0], probability: $0 == Self.start ? 0 : probability(of: $0, after: [])) }
        ]
        for length in 1..<Self.order {
            sections.append(
                followers.keys.filter { $0.count == length }.sorted { $0.lexicographicallyPrecedes($1) }
                    .flatMap { history in
                        followers[history]!.keys.sorted().map {
                            line(history + [$0], probability: probability(of: $0, after: history[...]))
                        }
                    })
        }
        var text = "\\data\\\n"
        for (index, section) in sections.enumerated() { text += "ngram \(index + 1)=\(section.count)\n" }
        for (index, section) in sections.enumerated() {
            text += "\n\\\(index + 1)-grams:\n" + section.joined(separator: "\n") + "\n"
        }
        return text + "\n\\end\\\n"
    }

    private func line(_ words: [String], probability: Double) -> String {
        let entry = "\(logarithm(probability)) \(words.joined(separator: " "))"
        guard words.count < Self.order, words.last != Self.end else { return entry }
        return entry + " \(logarithm(backoff(after: words)))"
    }

    /// The probability of `word` after `history`, whether seen there or not.
    private func probability(of word: String, after history: ArraySlice<String>) -> Double {
        guard let seen = followers[Array(history)] else {
            return probability(of: word, after: history.dropFirst())
        }
        let total = seen.values.reduce(0, +)
        let kinds = Double(seen.count)
        // The shortest history has nothing to fall back to: its words share the rest alike.
        let shorter = history.isEmpty ? 1 / kinds : probability(of: word, after: history.dropFirst())
        return ((seen[word] ?? 0) + kinds * shorter) / (total + kinds)
    }

    /// The share of what was not seen after `history`, relative to the shorter history.
    private func backoff(after history: [String]) -> Double {
        guard let seen = followers[history] else { return 1 }
        let kinds = Double(seen.count)
        return kinds / (seen.values.reduce(0, +) + kinds)
    }

    private func logarithm(_ value: Double) -> String {
        value > 0 ? "\((log10(value) * 10_000).rounded() / 10_000)" : "-99"
    }
}
