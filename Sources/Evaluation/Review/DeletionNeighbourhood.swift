/// Finds sequences that may differ by one element among very many: they are the same once the right element is left out of one
/// of them, or of both.
///
/// Source: F. S. Bocek, E. Hunt and B. Stiller, "Fast similarity search in large dictionaries", University of Zurich, 2007.
enum DeletionNeighbourhood {
    /// A number for the sequence, and for each that is left when one element goes: the same numbers for the same sequences, and
    /// hardly ever for others (a polynomial over 64 bits).
    static func keys(of sequence: [Int]) -> [UInt64] {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        func digit(_ index: Int) -> UInt64 { UInt64(sequence[index] + 1) }
        // Of all that follow each place, and what that is worth with one element before it.
        var rests = [UInt64](repeating: 0, count: sequence.count + 1)
        var powers: [UInt64] = [1]
        for index in sequence.indices { powers.append(powers[index] &* factor) }
        for index in sequence.indices.reversed() {
            rests[index] = digit(index) &* powers[sequence.count - 1 - index] &+ rests[index + 1]
        }
        var keys = [rests[0]]
        var before: UInt64 = 0
        for index in sequence.indices {
            keys.append(before &* powers[sequence.count - 1 - index] &+ rests[index + 1])
            before = before &* factor &+ digit(index)
        }
        return keys
    }

    /// The pairs of holders that share a key, the smaller first, in order.
    static func pairs(_ neighbourhoods: [(holder: Int, keys: [UInt64])]) -> [(Int, Int)] {
        var holders: [UInt64: [Int]] = [:]
        for (holder, keys) in neighbourhoods {
            for key in Set(keys) { holders[key, default: []].append(holder) }
        }
        var pairs: Set<[Int]> = []
        for all in holders.values where all.count > 1 {
            let sorted = Set(all).sorted()
            for (place, first) in sorted.enumerated() {
                for second in sorted[(place + 1)...] { pairs.insert([first, second]) }
            }
        }
        return pairs.map { ($0[0], $0[1]) }.sorted(by: <)
    }
}
