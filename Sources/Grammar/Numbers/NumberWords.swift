/// English numbers as they are said: "twenty five", "a hundred and five", "minus three".
///
/// A range is composed of units, tens, hundreds and thousands, so `<1..999>` is a network of some forty words rather
/// than of a thousand phrases.
enum NumberWords {
    static let limits = -999_999...999_999

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let values = Dictionary(
        uniqueKeysWithValues: small.enumerated().map { ($1, $0) }
            + tens.enumerated().dropFirst(2).map { ($1, $0 * 10) })

    // MARK: - Words to value

    /// The number that `words` say, or nil if they say none.
    ///
    /// It reads whatever `expansion(of:)` writes; which of these was allowed, the network has decided.
    static func value(_ words: some Collection<String>) -> Int? {
        var thousands = 0
        var below = 0
        var sign = 1
        var isEmpty = true
        for word in words {
            switch word {
            case "minus": sign = -1
            case "and": continue
            case "a": below += 1
            case "hundred": below *= 100
            case "thousand": (thousands, below) = (below * 1000, 0)
            default:
                guard let value = values[word] else { return nil }
                below += value
            }
            isEmpty = false
        }
        return isEmpty ? nil : sign * (thousands + below)
    }

    // MARK: - Range to expansion

    /// Everything that can be said for a number of `range`, each number about equally likely.
    static func expansion(of range: ClosedRange<Int>) -> Expansion {
        guard range.lowerBound < 0 else { return alternatives(positive(range)) }
        let negative = alternatives(positive(max(1, -range.upperBound)...(-range.lowerBound)))
        var all = [
            Expansion.Alternative(
                weight: Double(min(-1, range.upperBound) - range.lowerBound + 1),
                .sequence([.word("minus"), negative]))
        ]
        if range.upperBound >= 0 { all += positive(0...range.upperBound) }
        return alternatives(all)
    }

    /// As ``expansion(of:)``, and besides, as unlikelier ones, the numbers around them that people might say as well: all from
    /// 0 with as many digits, two at least, and as many below 0 where some are. Who listens for 1 to 20 only hears one of these
    /// in "twenty five".
    static func expansion(around range: ClosedRange<Int>) -> Expansion {
        let all = surroundings(of: range)
        var outside: [ClosedRange<Int>] = []
        if all.lowerBound < range.lowerBound { outside.append(all.lowerBound...(range.lowerBound - 1)) }
        if all.upperBound > range.upperBound { outside.append((range.upperBound + 1)...all.upperBound) }
        guard !outside.isEmpty else { return expansion(of: range) }
        let count = outside.reduce(0) { $0 + $1.count }
        return .alternatives(
            [Expansion.Alternative(weight: 1 - shareOutside, expansion(of: range))]
                + outside.map {
                    Expansion.Alternative(
                        weight: shareOutside * Double($0.count) / Double(count), expansion(of: $0))
                })
    }

    /// So many of the numbers that are said are outside of their range.
    private static let shareOutside = 0.1

    private static func surroundings(of range: ClosedRange<Int>) -> ClosedRange<Int> {
        func allDigits(_ number: Int) -> Int {
            var most = 99
            while most < number { most = most * 10 + 9 }
            return most
        }
        let high = allDigits(max(range.upperBound, 0))
        return range.lowerBound < 0 ? -allDigits(-range.lowerBound)...high : 0...high
    }

    private static func alternatives(_ all: [Expansion.Alternative]) -> Expansion {
        all.count == 1 ? all[0].expansion : .alternatives(all)
    }

    /// Alternatives that are weighted by how many numbers they say.
    /// "a hundred" may be said for "one hundred" unless `article` is false, as after "two thousand".
    private static func positive(_ range: ClosedRange<Int>, article: Bool = true) -> [Expansion.Alternative] {
        var all: [Expansion.Alternative] = []
        if let part = range.within(0...19) { all += part.map { .init(.word(small[$0])) } }
        if let part = range.within(20...99) { all += split(part, by: 10, twoDigits) }
        if let part = range.within(100...999) {
            all += split(part, by: 100) { scaled($0, "hundred", rest: $1, article) }
        }
        if let part = range.within(1000...999_999) {
            all += split(part, by: 1000) { scaled($0, "thousand", rest: $1, article) }
        }
        return all
    }

    /// Cuts `range` into runs of quotients by `unit` that have the same range of remainders: at most a partial one at
    /// each end and the full ones between.
    private static func split(
        _ range: ClosedRange<Int>, by unit: Int, _ say: (ClosedRange<Int>, ClosedRange<Int>) -> Expansion
    ) -> [Expansion.Alternative] {
        var all: [Expansion.Alternative] = []
        func add(_ quotients: ClosedRange<Int>, _ remainders: ClosedRange<Int>) {
            all.append(.init(weight: Double(quotients.count * remainders.count), say(quotients, remainders)))
        }
        var low = range.lowerBound / unit
        var high = range.upperBound / unit
        let lowRest = range.lowerBound % unit
        let highRest = range.upperBound % unit
        if low == high {
            add(low...low, lowRest...highRest)
            return all
        }
        if lowRest > 0 {
            add(low...low, lowRest...(unit - 1))
            low += 1
        }
        if highRest < unit - 1 {
            add(high...high, 0...highRest)
            high -= 1
        }
        if low <= high { add(low...high, 0...(unit - 1)) }
        return all
    }

    private static func twoDigits(_ quotients: ClosedRange<Int>, _ units: ClosedRange<Int>) -> Expansion {
        let ten = alternatives(quotients.map { .init(.word(tens[$0])) })
        guard let rest = units.within(1...9) else { return ten }
        return joined(
            ten, alternatives(rest.map { .init(.word(small[$0])) }), isOptional: units.lowerBound == 0,
            of: rest.count)
    }

    /// Hundreds or thousands: "two hundred and five", "a thousand and one", "two thousand three hundred".
    private static func scaled(
        _ quotients: ClosedRange<Int>, _ scale: String, rest: ClosedRange<Int>, _ article: Bool
    ) -> Expansion {
        var counts = positive(quotients, article: article)
        if article, quotients.contains(1) { counts.append(.init(.word("a"))) }
        let head = Expansion.sequence([alternatives(counts), .word(scale)])
        var tails: [Expansion.Alternative] = []
        if let part = rest.within(1...99) {
            tails.append(
                .init(
                    weight: Double(part.count),
                    .sequence([.optional(.word("and")), alternatives(positive(part))])))
        }
        if let part = rest.within(100...999) {
            tails.append(.init(weight: Double(part.count), alternatives(positive(part, article: false))))
        }
        guard !tails.isEmpty else { return head }
        return joined(head, alternatives(tails), isOptional: rest.lowerBound == 0, of: rest.upperBound)
    }

    /// `head` with a tail that says one of `count` further numbers, and that may be missing if the round number counts.
    private static func joined(_ head: Expansion, _ tail: Expansion, isOptional: Bool, of count: Int)
        -> Expansion
    {
        guard isOptional else { return .sequence([head, tail]) }
        let either = [Expansion.Alternative(.null), .init(weight: Double(count), tail)]
        return .sequence([head, .alternatives(either)])
    }
}

extension ClosedRange<Int> {
    /// What the two ranges share; nil if nothing.
    fileprivate func within(_ other: ClosedRange<Int>) -> ClosedRange<Int>? {
        overlaps(other) ? clamped(to: other) : nil
    }
}
