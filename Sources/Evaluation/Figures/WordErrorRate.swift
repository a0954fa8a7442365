/// Errors against words that should have been recognized: insertions, deletions and substitutions, by the
/// alignment with the fewest (Levenshtein's edit distance over words, as NIST's `sclite` counts them).
///
/// ```swift
/// let score = try evaluator.run(until: StopSignal())
/// print(score.words.errors, "errors in", score.words.words, "words:", score.words.rate)
/// ```
package struct WordErrorRate: Sendable, Hashable {
    /// Words that were put in, left out or replaced.
    package private(set) var errors = 0
    /// Words that were said.
    package private(set) var words = 0

    /// Errors a word; above 1 when more was invented than was said. 0 while nothing was counted.
    package var rate: Double { words > 0 ? Double(errors) / Double(words) : 0 }

    /// Adds the errors of `heard`, as words, against what was said.
    mutating func count(_ heard: [String], against said: [String]) {
        errors += Self.distance(heard, said)
        words += said.count
    }

    /// The words of a text as they are compared: lower case, without punctuation, and with the apostrophe of typewriters.
    static func words(of text: String) -> [String] {
        text.lowercased().replacing("’", with: "'").split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(
            String.init)
    }

    /// The words of utterances, or of words that are spelt otherwise, one after the other.
    static func words(of utterances: [String]) -> [String] { utterances.flatMap(words(of:)) }

    static func distance(_ a: [String], _ b: [String]) -> Int {
        var row = Array(0...b.count)
        for (i, word) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let substituted = diagonal + (word == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
