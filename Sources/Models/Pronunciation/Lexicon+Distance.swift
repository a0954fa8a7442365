extension Lexicon {
    /// How many phones must be put in, left out or replaced to turn one sequence of words into the other (Levenshtein),
    /// for the pair of pronunciations that are nearest to each other; nil if a word has no pronunciation.
    ///
    /// Commands whose distance is small sound alike, and noise turns one into the other.
    ///
    ///     lexicon.distance(["lights", "on"], ["lights", "off"])  // 1: AO N, AO F
    package func distance(_ first: [String], _ second: [String]) -> Int? {
        guard let rows = PhoneLattice(first, in: self), let columns = PhoneLattice(second, in: self) else {
            return nil
        }
        // least[i][j]: from the beginnings of both to after phone i of the one and phone j of the other.
        var least = [[Int]](
            repeating: [Int](repeating: .max / 2, count: columns.phones.count), count: rows.phones.count)
        for i in rows.phones.indices {
            for j in columns.phones.indices {
                var best = i == 0 && j == 0 ? 0 : Int.max / 2
                for before in rows.before[i] { best = min(best, least[before][j] + rows.cost(of: i)) }
                for before in columns.before[j] { best = min(best, least[i][before] + columns.cost(of: j)) }
                let step = rows.replacing(i, by: columns, j)
                for above in rows.before[i] {
                    for left in columns.before[j] { best = min(best, least[above][left] + step) }
                }
                least[i][j] = best
            }
        }
        return least[rows.phones.count - 1][columns.phones.count - 1]
    }

    /// How many phones the shortest pronunciation of `words` has; nil if a word has none.
    package func phoneCount(_ words: [String]) -> Int? {
        var count = 0
        for word in words {
            guard let shortest = self[word]?.pronunciations.map(\.count).min() else { return nil }
            count += shortest
        }
        return count
    }

    /// Ways to say `words` one after the other, the usual ones first; nil if a word has no pronunciation.
    ///
    /// - Parameter limit: how many at most, above 0.
    package func pronunciations(of words: [String], atMost limit: Int) -> [[String]]? {
        var ways: [[String]] = [[]]
        for word in words {
            guard let next = self[word]?.pronunciations else { return nil }
            ways = Array(ways.flatMap { begun in next.map { begun + $0 } }.prefix(limit))
        }
        return ways
    }
}

/// All pronunciations of a sequence of words as one graph of phones in topological order, with a silent node before the
/// first word and after each.
private struct PhoneLattice {
    /// nil where a word begins or ends.
    private(set) var phones: [String?] = [nil]
    private(set) var before: [[Int]] = [[]]

    init?(_ words: [String], in lexicon: Lexicon) {
        for word in words {
            guard let entry = lexicon[word] else { return nil }
            let begin = phones.count - 1
            var ends: [Int] = []
            for pronunciation in entry.pronunciations {
                var last = begin
                for phone in pronunciation {
                    phones.append(phone)
                    before.append([last])
                    last = phones.count - 1
                }
                ends.append(last)
            }
            phones.append(nil)
            before.append(ends)
        }
    }

    func cost(of node: Int) -> Int { phones[node] == nil ? 0 : 1 }

    /// The cost of passing one node in each lattice together.
    func replacing(_ node: Int, by other: PhoneLattice, _ otherNode: Int) -> Int {
        if phones[node] == other.phones[otherNode] { return 0 }
        // A phone against a silent node is an insertion or a deletion.
        return 1
    }
}
