import Glibc

/// A trigram language model of some phrases, in the ARPA form that PocketSphinx reads.
///
/// Probabilities are smoothed by Witten and Bell's method: what follows a history is discounted by how many different
/// words were seen after it, and the rest goes to the shorter history. Unlike methods that look at how often words were seen
/// just once or twice, it serves for ten phrases as for ten thousand.
///
/// A phrase that stands for one of many alike ("call ada", of a hundred names) has a small share of a phrase's weight, and
/// what only it has, of a kind's: so what follows "call" is one kind, and not a hundred, and the class is as likely as a word would
/// be in its place. That is the model of classes of words, written out in words.
///
/// Sources: I. H. Witten and T. C. Bell, "The zero-frequency problem", IEEE Transactions on Information Theory 37, 1991; K. Seymore
/// and R. Rosenfeld, "Scalable backoff language models", ICSLP 1996 (what is left out of a model that is too large); the
/// form: the manual of the CMU-Cambridge Statistical Language Modeling Toolkit.
///
/// ```swift
/// var model = PhraseModel()
/// model.add(["a", "pound", "of", "butter"], weight: 20)
/// let text = model.arpa
/// ```
package struct PhraseModel: Sendable {
    /// The most different words.
    package static let mostWords = Int(NGram.mask) - 1
    static let order = 3

    /// How often a word was seen after a history, and how large a share of a kind of follower it is.
    private struct Count {
        var weight = 0.0
        var share = 0.0
    }

    private var words = ["<s>", "</s>"]
    private var numbers: [String: Int] = ["<s>": 0, "</s>": 1]
    /// By length: how often each row of words was seen.
    private var counts: [[NGram: Count]] = Array(repeating: [:], count: order)

    /// One that knows nothing yet.
    package init() {}

    /// Adds a phrase, as its words in lower case.
    ///
    /// - Parameters:
    ///   - phrase: at most ``mostWords`` different words in all of them.
    ///   - weight: it counts so many times; below 1 for what is only a part of a phrase.
    package mutating func add(_ phrase: [String], weight: Double = 1) {
        guard weight > 0 else { return }
        for row in rows(of: phrase) { count(row, Count(weight: weight, share: min(1, weight))) }
    }

    /// Adds phrases that one sentence with classes of words stands for: together they are as much as one.
    ///
    /// - Parameter weight: each counts so many times, as 0.01 of a hundred.
    package mutating func add(alike phrases: [[String]], each weight: Double) {
        guard weight > 0 else { return }
        // What most of them share is a whole kind, and what few have is as little of one.
        var weights: [NGram: Double] = [:]
        for phrase in phrases {
            for row in rows(of: phrase) { weights[row, default: 0] += weight }
        }
        for (row, weight) in weights { count(row, Count(weight: weight, share: min(1, weight))) }
    }

    /// All rows of a phrase that end in one of its words, or in its end: the start is only ever a history.
    private mutating func rows(of phrase: [String]) -> [NGram] {
        guard !phrase.isEmpty else { return [] }
        let sentence = [0] + phrase.map { number(of: $0) } + [1]
        return (1..<sentence.count).flatMap { index in
            (1...min(Self.order, index + 1)).map { NGram(sentence[(index + 1 - $0)...index]) }
        }
    }

    private mutating func count(_ row: NGram, _ more: Count) {
        var count = counts[row.length - 1][row] ?? Count()
        count.weight += more.weight
        count.share = max(count.share, more.share)
        counts[row.length - 1][row] = count
    }

    package var isEmpty: Bool { counts[0].isEmpty }

    /// The words that phrases have.
    package var vocabulary: Set<String> { Set(words.dropFirst(2)) }

    /// The model as text.
    package var arpa: String { arpa(keeping: .max) }

    /// The model as text, with the pairs and triples of words that tell most.
    ///
    /// - Parameter most: so many pairs and triples; all words stay.
    package func arpa(keeping most: Int) -> String {
        BackoffModel(words: words, probabilities: probabilities, shared: backoffs)
            .keeping(most, weighing: { counts[$0.length - 1][$0]?.weight ?? 0 }).arpa
    }

    private mutating func number(of word: String) -> Int {
        if let number = numbers[word] { return number }
        numbers[word] = words.count
        words.append(word)
        return words.count - 1
    }

    /// What was seen after each history: how often any, and how many kinds.
    private var followers: [NGram: Count] {
        counts.reduce(into: [:]) { followers, counts in
            for (row, count) in counts {
                followers[row.history, default: Count()].weight += count.weight
                followers[row.history]!.share += count.share
            }
        }
    }

    /// The probability of each row's last word after the others, by length.
    private var probabilities: [[NGram: Double]] {
        let followers = followers
        // The shortest history has nothing to fall back to: its words share the rest alike.
        let alike = 1 / Double(max(1, counts[0].count))
        var all: [[NGram: Double]] = []
        for (index, counts) in counts.enumerated() {
            all.append(
                counts.reduce(into: [:]) { found, entry in
                    let (row, count) = entry
                    let after = followers[row.history]!
                    let shorter = index == 0 ? alike : all[index - 1][row.shorter] ?? 0
                    found[row] = (count.weight + after.share * shorter) / (after.weight + after.share)
                })
        }
        return all
    }

    /// The share of what was not seen after each history.
    private var backoffs: [NGram: Double] {
        followers.filter { $0.key.length > 0 }.mapValues { $0.share / ($0.weight + $0.share) }
    }
}
