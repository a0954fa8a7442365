import Models

extension NumberWords {
    /// Everything that can be said for a number of `range`, each number about equally likely. The range can be said.
    func expansion(of range: ClosedRange<Int>) -> Expansion {
        guard range.lowerBound < 0 else { return Self.alternatives(positive(range)) }
        let negative = Self.alternatives(positive(max(1, -range.upperBound)...(-range.lowerBound)))
        var all = [
            Expansion.Alternative(
                weight: Double(min(-1, range.upperBound) - range.lowerBound + 1),
                .sequence([Self.phrase(language.minus ?? ""), negative]))
        ]
        if range.upperBound >= 0 { all += positive(0...range.upperBound) }
        return Self.alternatives(all)
    }

    /// As ``expansion(of:)``, and besides, as unlikelier ones, the numbers around them that people might say as well: all from
    /// 0 with as many digits, two at least, and as many below 0 where some are. Who listens for 1 to 20 only hears one of these
    /// in "twenty five". A language that has no words for all of these is listened for in the range alone.
    func expansion(around range: ClosedRange<Int>) -> Expansion {
        let all = Self.surroundings(of: range)
        guard language.isSayable(all) else { return expansion(of: range) }
        var outside: [ClosedRange<Int>] = []
        if all.lowerBound < range.lowerBound { outside.append(all.lowerBound...(range.lowerBound - 1)) }
        if all.upperBound > range.upperBound { outside.append((range.upperBound + 1)...all.upperBound) }
        guard !outside.isEmpty else { return expansion(of: range) }
        let count = outside.reduce(0) { $0 + $1.count }
        return .alternatives(
            [Expansion.Alternative(weight: 1 - Self.shareOutside, expansion(of: range))]
                + outside.map {
                    Expansion.Alternative(
                        weight: Self.shareOutside * Double($0.count) / Double(count), expansion(of: $0))
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

    /// Where a number stands in a larger one.
    private struct Place {
        /// Whether "a hundred" may be said for "one hundred": not after a greater part.
        var allowsArticle = true
        /// Whether another word of the number follows.
        var isBefore = false

        static let alone = Place()
        static let last = Place(allowsArticle: false)
    }

    /// Alternatives that are weighted by how many numbers they say.
    private func positive(_ range: ClosedRange<Int>, _ place: Place = .alone) -> [Expansion.Alternative] {
        var all: [Expansion.Alternative] = []
        if let part = range.within(0...99) {
            all += part.filter { !composedTens.contains($0 / 10) }.map { .init(listed($0, place)) }
            for run in Self.runs(of: composedTens) {
                guard let tens = part.within((run.lowerBound * 10)...(run.upperBound * 10 + 9)) else {
                    continue
                }
                all += Self.split(tens, by: 10, twoDigits)
            }
        }
        if let part = range.within(100...999) {
            all += Self.split(part, by: 100) { hundreds($0, rest: $1, place) }
        }
        if let part = range.within(1000...999_999) {
            all += Self.split(part, by: 1000) { thousands($0, rest: $1, place) }
        }
        return all
    }

    /// The words of a number that is listed.
    private func listed(_ number: Int, _ place: Place) -> Expansion {
        let phrases = (place.isBefore ? language.before[number] : nil) ?? language.words[number] ?? []
        return Self.alternatives(phrases.map { .init(Self.phrase($0)) })
    }

    private func twoDigits(_ quotients: ClosedRange<Int>, _ units: ClosedRange<Int>) -> Expansion {
        let ten = Self.alternatives(quotients.map { .init(listed($0 * 10, .alone)) })
        guard let rest = units.within(1...9) else { return ten }
        let place = Place(allowsArticle: false, isBefore: language.unitsFirst)
        let unit = Self.alternatives(rest.map { .init(listed($0, place)) })
        let between = language.between.map { Expansion.word($0) }
        guard language.unitsFirst else {
            let tail = between.isEmpty ? unit : .sequence(between + [unit])
            return Self.joined(ten, tail, isOptional: units.lowerBound == 0, of: rest.count)
        }
        let whole = Expansion.sequence([unit] + between + [ten])
        guard units.lowerBound == 0 else { return whole }
        return Self.alternatives([.init(ten), .init(weight: Double(rest.count), whole)])
    }

    /// "Two hundred and five".
    private func hundreds(
        _ quotients: ClosedRange<Int>, rest: ClosedRange<Int>, _ place: Place
    ) -> Expansion {
        let head =
            language.listsHundreds
            ? Self.alternatives(quotients.map { .init(listed($0 * 100, .alone)) })
            : scaled(quotients, language.hundred ?? "", place)
        return joined(head, rest: rest)
    }

    /// "A thousand and one", "two thousand three hundred".
    private func thousands(
        _ quotients: ClosedRange<Int>, rest: ClosedRange<Int>, _ place: Place
    ) -> Expansion {
        joined(scaled(quotients, language.thousand ?? "", place), rest: rest)
    }

    private func scaled(_ quotients: ClosedRange<Int>, _ scale: String, _ place: Place) -> Expansion {
        var counts = positive(
            quotients, Place(allowsArticle: place.allowsArticle, isBefore: true))
        if place.allowsArticle, quotients.contains(1) {
            counts += language.one.map { .init(Self.phrase($0)) }
        }
        return .sequence([Self.alternatives(counts), Self.phrase(scale)])
    }

    private func joined(_ head: Expansion, rest: ClosedRange<Int>) -> Expansion {
        var tails: [Expansion.Alternative] = []
        if let part = rest.within(1...99) {
            let number = Self.alternatives(positive(part, .last))
            let tail = language.and.map { .sequence([.optional(Self.phrase($0)), number]) } ?? number
            tails.append(.init(weight: Double(part.count), tail))
        }
        if let part = rest.within(100...999) {
            tails.append(.init(weight: Double(part.count), Self.alternatives(positive(part, .last))))
        }
        guard !tails.isEmpty else { return head }
        return Self.joined(
            head, Self.alternatives(tails), isOptional: rest.lowerBound == 0, of: rest.upperBound)
    }
}

// MARK: - Parts of expansions

extension NumberWords {
    private static func phrase(_ words: [String]) -> Expansion {
        switch words.count {
        case 0: .null
        case 1: .word(words[0])
        default: .sequence(words.map { .word($0) })
        }
    }

    private static func phrase(_ text: String) -> Expansion { phrase(text.spokenWords) }

    private static func alternatives(_ all: [Expansion.Alternative]) -> Expansion {
        all.count == 1 ? all[0].expansion : .alternatives(all)
    }

    /// Neighbouring numbers as ranges.
    private static func runs(of numbers: [Int]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
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
