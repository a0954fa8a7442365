import Glibc

/// Probabilities of words after the ones before, as ARPA files have them: of rows that are listed, and for all others a weight
/// on the probability after a shorter history.
struct BackoffModel {
    private let words: [String]
    /// By length.
    private var probabilities: [[NGram: Double]]
    /// By history: the weight on what is not listed after it.
    private var backoffs: [NGram: Double]

    /// - Parameters:
    ///   - words: by their numbers; the first two begin and end a sentence.
    ///   - probabilities: by length, of rows whose histories are listed, too.
    ///   - shared: by history, how much all that is not listed after it has together.
    init(words: [String], probabilities: [[NGram: Double]], shared: [NGram: Double]) {
        self.words = words
        self.probabilities = probabilities
        backoffs = shared
    }

    /// The probability of the row's last word after the others.
    func probability(_ row: NGram) -> Double {
        if let listed = probabilities[row.length - 1][row] { return listed }
        guard row.length > 1 else { return 0 }
        return (backoffs[row.history] ?? 1) * probability(row.shorter)
    }

    /// With so many rows of two and more words, those whose loss would change the probability of the text most.
    ///
    /// - Parameter weight: how often a row was seen.
    func keeping(_ most: Int, weighing weight: (NGram) -> Double) -> BackoffModel {
        let longer = probabilities.dropFirst().joined()
        guard longer.count > most else { return self }
        var gains: [NGram: Double] = [:]
        // The longest first: a row stays as long as one that it is the history of.
        for (row, listed) in longer.sorted(by: { $0.key > $1.key }) {
            let otherwise = (backoffs[row.history] ?? 1) * probability(row.shorter)
            gains[row] = max(
                gains[row] ?? 0, weight(row) * log(listed / max(otherwise, .leastNormalMagnitude)))
            if row.length > 2 { gains[row.history] = max(gains[row.history] ?? 0, gains[row]!) }
        }
        // Of equal gain, the shorter first, as its longer ones need it.
        let ranked = gains.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let kept = Set(ranked.prefix(most).map(\.key))
        var smaller = self
        for length in 2...probabilities.count {
            smaller.probabilities[length - 1] = probabilities[length - 1].filter { kept.contains($0.key) }
            smaller.shareAgain(afterHistoriesOf: length - 1)
        }
        return smaller
    }

    /// Gives what is not listed after histories of a length what the listed rows leave.
    private mutating func shareAgain(afterHistoriesOf length: Int) {
        var listed: [NGram: Double] = [:]
        var covered: [NGram: Double] = [:]
        for (row, probability) in probabilities[length] {
            listed[row.history, default: 0] += probability
            covered[row.history, default: 0] += self.probability(row.shorter)
        }
        for history in backoffs.keys where history.length == length {
            guard let listed = listed[history] else {
                backoffs[history] = nil
                continue
            }
            let uncovered = 1 - covered[history]!
            guard uncovered > 1e-6 else { continue }
            backoffs[history] = max(0, 1 - listed) / uncovered
        }
    }

    /// As text.
    var arpa: String {
        var sections = probabilities.map { rows in
            rows.sorted { $0.key < $1.key }.map { line($0.key, $0.value) }
        }
        sections[0].insert(line(NGram([0]), 0), at: 0)
        var text = "\\data\\\n"
        for (index, section) in sections.enumerated() { text += "ngram \(index + 1)=\(section.count)\n" }
        for (index, section) in sections.enumerated() {
            text += "\n\\\(index + 1)-grams:\n"
            for line in section { text += line + "\n" }
        }
        return text + "\n\\end\\\n"
    }

    private func line(_ row: NGram, _ probability: Double) -> String {
        let entry = "\(logarithm(probability)) " + row.numbers.map { words[$0] }.joined(separator: " ")
        // Nothing follows the end, and nothing longer is listed than the longest.
        guard row.length < probabilities.count, row.last != 1 else { return entry }
        return "\(entry) \(logarithm(backoffs[row] ?? 1))"
    }

    private func logarithm(_ value: Double) -> String {
        value > 0 ? "\((log10(value) * 10_000).rounded() / 10_000)" : "-99"
    }
}
