import Glibc

/// Speech that is meant for nobody in particular: the words of a language, each as often as people say it.
///
/// It tells how often a phrase, or something like it, is said by chance, by one word or by several that follow one another.
///
/// ```swift
/// let speech = try RunningSpeech(pack)
/// speech?.occurrences(of: ["HH", "AW", "S"])      // often: "house", "how", "his"
/// ```
///
/// A value; any thread may use it.
package struct RunningSpeech: Sendable {
    /// People who talk say about 150 words a minute.
    private static let wordsPerHour = 9000.0
    /// Rarer words are left out: the others are 98 of 100 that are said.
    private static let leastShare = 2e-6

    /// A phone that differs makes a word so much less like another.
    private static let likeness = exp(-2.5)
    private static let powers = (0...64).map { pow(likeness, Double($0)) }

    private let numbers: [String: UInt8]
    /// The phones of all words, one word after the other.
    private let phones: [UInt8]
    private let words: [(phones: Range<Int>, share: Double)]
    /// The phones of the longest word.
    private let longest: Int
    /// With so many phones put in, a word is as little like another as makes no difference: e to the power of -20.
    private static let mostMissing = 8

    /// Reads a pack's language model and dictionary, which takes about a tenth of a second on a small board.
    ///
    /// - Returns: Nil for a pack without a language model that says how often words are said, or with one that is broken: that is
    ///   told to whoever dictates with it.
    /// - Throws: `.unusableModel` if another file of the pack cannot be read.
    package init?(_ pack: ModelPack) throws(ModelError) {
        guard let path = pack.languageModels.dictation,
            let frequencies = try? WordFrequencies(path: path, least: Self.leastShare)
        else { return nil }
        let known = try DictionaryFile(path: pack.dictionary).pronunciations(of: frequencies.shares.keys)
        self.init(pronunciations: known, shares: frequencies.shares, phones: try pack.phones().phones)
    }

    /// - Parameters:
    ///   - pronunciations: of words.
    ///   - shares: how often each is said, of all words.
    ///   - phones: at most 256; pronunciations with others are left out.
    init(pronunciations: [String: [[String]]], shares: [String: Double], phones: [String]) {
        let numbers = Dictionary(zip(phones, UInt8.min...)) { first, _ in first }
        var all: [UInt8] = []
        var words: [(phones: Range<Int>, share: Double)] = []
        // In an order of their own, so that sums are the same each time.
        for (word, variants) in pronunciations.sorted(by: { $0.key < $1.key }) {
            for variant in variants {
                let start = all.count
                let phones = variant.compactMap { numbers[$0] }
                guard let share = shares[word], !phones.isEmpty, phones.count == variant.count else {
                    continue
                }
                all += phones
                words.append((start..<all.count, share / Double(variants.count)))
            }
        }
        self.numbers = numbers
        self.phones = all
        self.words = words
        longest = words.map(\.phones.count).max() ?? 0
    }

    /// How often an hour of it has something like `phones` in it, from the beginning of a word to the end of one.
    ///
    /// Everything counts that can be said, the less the more phones must be put in, left out or replaced (Levenshtein) to make
    /// it the same, and the less often people say its words. It ranks phrases; nobody counts so many in an hour.
    ///
    /// - Parameter phones: as the acoustic model writes them; 0 for others than it has.
    package func occurrences(of phones: [String]) -> Double {
        let wanted = phones.compactMap { numbers[$0] }
        guard wanted.count == phones.count, !wanted.isEmpty else { return 0 }
        // How likely words one after the other come to the first phones, by their number.
        var reached = [Double](repeating: 0, count: wanted.count + 1)
        reached[0] = 1
        for start in wanted.indices {
            // A word that is so much longer than any is like none.
            let next = likelihoods(of: Array(wanted[start...].prefix(longest + Self.mostMissing)))
            for length in 1..<next.count { reached[start + length] += reached[start] * next[length] }
        }
        return reached[wanted.count] * Self.wordsPerHour
    }

    /// The share of a single word, or of several, that are said exactly so.
    package func share(of phones: [String]) -> Double {
        let wanted = phones.compactMap { numbers[$0] }
        guard wanted.count == phones.count else { return 0 }
        return words.filter { self.phones[$0.phones].elementsEqual(wanted) }.reduce(0) { $0 + $1.share }
    }

    /// How likely a single word is like the first phones of `wanted`, by their number.
    private func likelihoods(of wanted: [UInt8]) -> [Double] {
        var sums = [Double](repeating: 0, count: wanted.count + 1)
        var row = [Int](repeating: 0, count: wanted.count + 1)
        phones.withUnsafeBufferPointer { phones in
            for word in words {
                for length in row.indices { row[length] = length }
                for place in word.phones {
                    var above = row[0]
                    row[0] += 1
                    for length in wanted.indices {
                        let replaced = above + (phones[place] == wanted[length] ? 0 : 1)
                        above = row[length + 1]
                        row[length + 1] = min(replaced, min(above, row[length]) + 1)
                    }
                }
                for length in sums.indices {
                    sums[length] += word.share * Self.powers[min(row[length], Self.powers.count - 1)]
                }
            }
        }
        return sums
    }
}
