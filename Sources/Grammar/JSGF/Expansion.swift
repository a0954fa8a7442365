/// A JSGF rule expansion as a tree.
indirect enum Expansion: Sendable {
    /// One word, in lower case.
    case word(String)
    case sequence([Expansion])
    case alternatives([Alternative])
    case optional(Expansion)
    /// `x*` or `x+`.
    case repeated(Expansion, atLeastOnce: Bool)
    case tagged(Expansion, tag: String)
    case reference(Reference)
    /// `<NULL>`: nothing is said.
    case null
    /// `<VOID>`: cannot be said.
    case void

    struct Alternative: Sendable {
        /// Likelihood relative to the siblings'; 0 is never.
        var weight: Double
        var expansion: Expansion

        init(weight: Double = 1, _ expansion: Expansion) {
            self.weight = weight
            self.expansion = expansion
        }
    }

    /// What stands between `<` and `>`.
    enum Reference: Sendable {
        /// As it was written, and where.
        case named(String, at: PhraseSource.Place)
        /// The index of a rule in a `RuleBook`, and where it is asked for.
        case rule(Int, at: PhraseSource.Place)
        case number(ClosedRange<Int>)
        case duration(ClosedRange<Duration>)
    }

    /// The tree with every reference replaced by `body`'s answer.
    func mappingReferences(_ body: (Reference) -> Expansion) -> Expansion {
        switch self {
        case .word, .null, .void: self
        case .sequence(let parts): .sequence(parts.map { $0.mappingReferences(body) })
        case .alternatives(let all):
            .alternatives(all.map { Alternative(weight: $0.weight, $0.expansion.mappingReferences(body)) })
        case .optional(let part): .optional(part.mappingReferences(body))
        case .repeated(let part, let once): .repeated(part.mappingReferences(body), atLeastOnce: once)
        case .tagged(let part, let tag): .tagged(part.mappingReferences(body), tag: tag)
        case .reference(let reference): body(reference)
        }
    }

    /// Every reference, in the order in which they are written.
    var references: [Reference] {
        switch self {
        case .word, .null, .void: []
        case .sequence(let parts): parts.flatMap(\.references)
        case .alternatives(let all): all.flatMap(\.expansion.references)
        case .optional(let part), .repeated(let part, _), .tagged(let part, _): part.references
        case .reference(let reference): [reference]
        }
    }
}
