/// What an expansion comes to when it is written out.
struct ExpansionMeasure {
    struct Size {
        /// Arcs that carry words or marks.
        var arcs: Int
        var spoken: Spoken
    }

    /// The least that is said for an expansion.
    enum Spoken { case nothing, words, never }

    let book: RuleBook
    private var rules: [Int: Size] = [:]

    init(book: RuleBook) { self.book = book }

    mutating func size(of expansion: Expansion) -> Size {
        switch expansion {
        case .word: return Size(arcs: 1, spoken: .words)
        case .null: return Size(arcs: 1, spoken: .nothing)
        case .void: return Size(arcs: 0, spoken: .never)
        case .sequence(let parts):
            let sizes = parts.map { size(of: $0) }
            let least: Spoken =
                sizes.contains { $0.spoken == .never }
                ? .never : sizes.contains { $0.spoken == .words } ? .words : .nothing
            return Size(arcs: sum(sizes), spoken: least)
        case .alternatives(let all):
            let sizes = all.filter { $0.weight > 0 }.map { size(of: $0.expansion) }
            let least: Spoken =
                sizes.contains { $0.spoken == .nothing }
                ? .nothing : sizes.contains { $0.spoken == .words } ? .words : .never
            return Size(arcs: sum(sizes), spoken: least)
        case .optional(let part): return Size(arcs: size(of: part).arcs + 1, spoken: .nothing)
        case .repeated(let part, let atLeastOnce):
            let once = size(of: part)
            return Size(arcs: once.arcs + 4, spoken: atLeastOnce ? once.spoken : .nothing)
        case .tagged(let part, _):
            let inner = size(of: part)
            return Size(arcs: inner.arcs + 1, spoken: inner.spoken)
        case .reference(.rule(let rule, _)):
            if let known = rules[rule] { return known }
            let inner = size(of: book.rules[rule].expansion)
            rules[rule] = Size(arcs: min(inner.arcs + 2, 1 << 40), spoken: inner.spoken)
            return rules[rule]!
        case .reference(.number(let range)):
            return Size(arcs: size(of: NumberWords.expansion(of: range)).arcs + 2, spoken: .words)
        case .reference(.duration):
            return Size(arcs: size(of: DurationWords.expansion).arcs + 2, spoken: .words)
        case .reference(.named): return Size(arcs: 0, spoken: .never)
        }
    }

    /// Rules that use rules can multiply beyond any integer.
    private func sum(_ sizes: [Size]) -> Int {
        sizes.reduce(0) { min($0 + $1.arcs, 1 << 40) }
    }
}
