/// Where a rule takes over what is in it.
extension SlotSurvey {
    /// Whether a number or a span of time can be all that is said of `expansion`: then the rule around it has that value, and the quantity
    /// no slot of its own. Of "[about] <duration>" it can.
    func canBeQuantityAlone(_ expansion: Expansion) -> Bool {
        switch expansion {
        case .word, .null, .void, .tagged, .reference(.named): false
        case .reference(.number), .reference(.duration): true
        case .reference(.rule(let rule, _)): canBeQuantityAlone(book.rules[rule].expansion)
        case .optional(let part), .repeated(let part, _): canBeQuantityAlone(part)
        case .alternatives(let all): all.contains { $0.weight > 0 && canBeQuantityAlone($0.expansion) }
        case .sequence(let parts):
            parts.indices.contains { index in
                canBeQuantityAlone(parts[index])
                    && parts.indices.allSatisfy { $0 == index || canBeSilent(parts[$0]) }
            }
        }
    }

    /// Whether no word need be said for `expansion`: then a rule of it gives no slot, but where it has a tag.
    ///
    /// - Parameter untagged: whether it is to be without a tag of its own as well.
    func canBeSilent(_ expansion: Expansion, untagged: Bool = false) -> Bool {
        switch expansion {
        case .word, .void, .reference(.number), .reference(.duration), .reference(.named): false
        case .null, .optional: true
        case .repeated(let part, let atLeastOnce): !atLeastOnce || canBeSilent(part, untagged: untagged)
        case .tagged(let part, _): !untagged && canBeSilent(part)
        // Inside another rule its tags are its own.
        case .reference(.rule(let rule, _)): canBeSilent(book.rules[rule].expansion)
        case .alternatives(let all):
            all.contains { $0.weight > 0 && canBeSilent($0.expansion, untagged: untagged) }
        case .sequence(let parts): parts.allSatisfy { canBeSilent($0, untagged: untagged) }
        }
    }
}
