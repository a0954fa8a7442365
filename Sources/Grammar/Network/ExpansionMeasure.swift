/// What an expansion comes to when it is written out.
struct ExpansionMeasure {
    struct Size {
        /// Arcs that carry words or marks.
        var arcs: Int
        /// The words of the shortest sentence; nil if there is none.
        var shortest: Int?
        /// In how many ways it can be said: no fewer than it has sentences, and a very large number where they have no end.
        var ways: Int
    }

    let book: RuleBook
    private var rules: [Int: Size] = [:]

    init(book: RuleBook) { self.book = book }

    mutating func size(of expansion: Expansion) -> Size {
        switch expansion {
        case .word: return Size(arcs: 1, shortest: 1, ways: 1)
        case .null: return Size(arcs: 1, shortest: 0, ways: 1)
        case .void: return Size(arcs: 0, shortest: nil, ways: 0)
        case .sequence(let parts):
            let sizes = parts.map { size(of: $0) }
            let lengths = sizes.compactMap(\.shortest)
            return Size(
                arcs: Self.sum(sizes.map(\.arcs)),
                shortest: lengths.count == sizes.count ? Self.sum(lengths) : nil,
                ways: sizes.reduce(1) { Self.product($0, $1.ways) })
        case .alternatives(let all):
            let sizes = all.filter { $0.weight > 0 }.map { size(of: $0.expansion) }
            return Size(
                arcs: Self.sum(sizes.map(\.arcs)), shortest: sizes.compactMap(\.shortest).min(),
                ways: Self.sum(sizes.map(\.ways)))
        case .optional(let part):
            let inner = size(of: part)
            return Size(arcs: inner.arcs + 1, shortest: 0, ways: Self.sum([inner.ways, 1]))
        case .repeated(let part, let atLeastOnce):
            let once = size(of: part)
            return Size(arcs: once.arcs + 4, shortest: atLeastOnce ? once.shortest : 0, ways: Self.most)
        case .tagged(let part, _):
            let inner = size(of: part)
            return Size(arcs: inner.arcs + 1, shortest: inner.shortest, ways: inner.ways)
        case .reference(.rule(let rule, _)):
            if let known = rules[rule] { return known }
            let inner = size(of: book.rules[rule].expansion)
            rules[rule] = Size(
                arcs: min(inner.arcs + 2, Self.most), shortest: inner.shortest, ways: inner.ways)
            return rules[rule]!
        case .reference(.number(let range)):
            let inner = size(of: book.quantities.expansion(of: range))
            return Size(arcs: inner.arcs + 2, shortest: inner.shortest, ways: inner.ways)
        case .reference(.duration):
            let inner = size(of: book.quantities.duration(beforeNoun: true))
            return Size(arcs: inner.arcs + 2, shortest: inner.shortest, ways: inner.ways)
        case .reference(.named): return Size(arcs: 0, shortest: nil, ways: 0)
        }
    }

    /// Rules that use rules can multiply beyond any integer.
    private static func sum(_ sizes: [Int]) -> Int { sizes.reduce(0) { min($0 + $1, most) } }

    private static func product(_ a: Int, _ b: Int) -> Int {
        let (product, isTooLarge) = a.multipliedReportingOverflow(by: b)
        return isTooLarge ? most : min(product, most)
    }

    private static let most = 1 << 40
}
