/// Finds the slots that an expansion can give, and their values.
struct SlotSurvey {
    let book: RuleBook
    /// Rules with more values than this are not worth listing.
    static let mostValues = 1000
    /// "Without end", as a count.
    private static let many = 1000

    init(book: RuleBook) { self.book = book }

    struct Use {
        /// How often the slot is given, at least and at most.
        var count: ClosedRange<Int>
        var values: Grammar.Slot.Values
    }

    // MARK: - How often

    /// - Parameter quantities: how often a number or a span of time gives a slot of its own.
    func uses(in expansion: Expansion, quantities: ClosedRange<Int> = 1...1) -> [String: Use] {
        switch expansion {
        case .word, .null, .void: return [:]
        case .sequence(let parts):
            return parts.reduce(into: [:]) { all, part in
                all.merge(uses(in: part, quantities: quantities)) { both($0, $1) { $0 + $1 } }
            }
        case .alternatives(let all):
            let possible = all.filter { $0.weight > 0 }.map { uses(in: $0.expansion, quantities: quantities) }
            var merged: [String: Use] = [:]
            for name in Set(possible.flatMap(\.keys)) {
                let uses = possible.map { $0[name] }
                let present = uses.compactMap { $0 }
                merged[name] = present.dropFirst().reduce(present[0]) { first, second in
                    Use(
                        count: min(
                            first.count.lowerBound, second.count.lowerBound)...max(
                                first.count.upperBound, second.count.upperBound),
                        values: union(first.values, second.values))
                }
                if present.count < uses.count { merged[name]!.count = 0...merged[name]!.count.upperBound }
            }
            return merged
        case .optional(let part):
            return uses(in: part, quantities: quantities).mapValues {
                Use(count: 0...$0.count.upperBound, values: $0.values)
            }
        case .repeated(let part, let atLeastOnce):
            return uses(in: part, quantities: quantities).mapValues {
                Use(count: (atLeastOnce ? $0.count.lowerBound : 0)...Self.many, values: $0.values)
            }
        case .tagged(let part, _): return uses(in: part, quantities: quantities)
        case .reference(.number(let range)):
            return quantities.upperBound == 0
                ? [:] : ["number": Use(count: quantities, values: .number(range))]
        case .reference(.duration(let range)):
            return quantities.upperBound == 0
                ? [:] : ["duration": Use(count: quantities, values: .duration(range))]
        case .reference(.named): return [:]
        case .reference(.rule(let index, _)):
            let rule = book.rules[index]
            let values = values(of: rule.expansion)
            // What the rule takes over as its own value has no slot of its own.
            let within =
                values.isQuantity ? 0...0 : canBeQuantityAlone(rule.expansion) ? 0...1 : quantities
            var inner = uses(in: rule.expansion, quantities: within)
            let least = canBeSilent(rule.expansion, untagged: true) ? 0 : 1
            inner.merge([rule.name: Use(count: least...1, values: values)]) { both($0, $1) { $0 + $1 } }
            return inner
        }
    }

    func both(_ first: Use, _ second: Use, _ add: (Int, Int) -> Int) -> Use {
        Use(
            count: min(
                Self.many, add(first.count.lowerBound, second.count.lowerBound))...min(
                    Self.many, add(first.count.upperBound, second.count.upperBound)),
            values: union(first.values, second.values))
    }

    private func union(_ first: Grammar.Slot.Values, _ second: Grammar.Slot.Values) -> Grammar.Slot.Values {
        switch (first, second) {
        case _ where first == second: return first
        case (.finite(let some), .finite(let others)):
            let known = Set(some)
            return .finite(some + others.filter { !known.contains($0) })
        case (.duration(let some), .duration(let others)):
            return .duration(
                min(some.lowerBound, others.lowerBound)...max(some.upperBound, others.upperBound))
        default: return .open
        }
    }

    // MARK: - Which values

    /// A rule's value as it can come out: its tags, and its words as pieces.
    private struct Outcome: Hashable {
        var words: [String] = []
        var tags: [String] = []

        static func + (a: Outcome, b: Outcome) -> Outcome {
            Outcome(words: a.words + b.words, tags: a.tags + b.tags)
        }
    }

    private func values(of expansion: Expansion) -> Grammar.Slot.Values {
        switch expansion {
        case .reference(.number(let range)): return .number(range)
        case .reference(.duration(let range)): return .duration(range)
        case .reference(.rule(let rule, _)):
            // A rule that is only another's number takes it as its own value.
            let values = values(of: book.rules[rule].expansion)
            if values.isQuantity { return values }
        default: break
        }
        guard let outcomes = outcomes(of: expansion) else { return .open }
        var values: [SlotValue] = []
        var seen: Set<SlotValue> = []
        for outcome in outcomes where !(outcome.words.isEmpty && outcome.tags.isEmpty) {
            let value = SlotValue.text(
                (outcome.tags.isEmpty ? outcome.words : outcome.tags).joined(separator: " "))
            if seen.insert(value).inserted { values.append(value) }
        }
        return .finite(values)
    }

    /// Every way to say `expansion`; nil if there are too many, or numbers among them.
    private func outcomes(of expansion: Expansion) -> [Outcome]? {
        switch expansion {
        case .word(let word): return [Outcome(words: [word])]
        case .null: return [Outcome()]
        case .void: return []
        case .sequence(let parts):
            var all = [Outcome()]
            for part in parts {
                guard let next = outcomes(of: part), all.count * next.count <= Self.mostValues else {
                    return nil
                }
                all = all.flatMap { before in next.map { before + $0 } }
            }
            return all
        case .alternatives(let alternatives):
            var all: [Outcome] = []
            for one in alternatives where one.weight > 0 {
                guard let next = outcomes(of: one.expansion), all.count + next.count <= Self.mostValues else {
                    return nil
                }
                all += next
            }
            return all
        case .optional(let part): return outcomes(of: part).map { $0 + [Outcome()] }
        case .tagged(let part, let tag):
            return outcomes(of: part).map { $0.map { $0 + Outcome(tags: [tag]) } }
        case .reference(.rule(let rule, _)):
            // Inside another rule only its words count; its tags are its own.
            return outcomes(of: book.rules[rule].expansion).map { $0.map { Outcome(words: $0.words) } }
        case .repeated, .reference(.number), .reference(.duration), .reference(.named): return nil
        }
    }
}

extension Grammar.Slot.Values {
    /// Whether they are the numbers or spans of time of one range.
    fileprivate var isQuantity: Bool {
        switch self {
        case .number, .duration: true
        case .finite, .open: false
        }
    }
}
