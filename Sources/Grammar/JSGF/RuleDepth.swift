import Configuration

/// Whether rules can be written out: none leads back to itself, nor too deep.
///
/// A network has no stack: recursion cannot be compiled. Right recursion could be, but its slots would nest without
/// end, and a repeat says the same.
struct RuleDepth {
    private static let deepest = 32

    private let rules: [RuleBook.Rule]
    /// The longest chain of rules below each that was looked at.
    private var heights: [Int: Int] = [:]
    /// The rules on the way to the one that is looked at.
    private var path: [Int] = []

    init(_ rules: [RuleBook.Rule]) {
        self.rules = rules
    }

    /// False after a diagnostic.
    mutating func check(_ diagnostics: Diagnostics) -> Bool {
        for rule in rules.indices where heights[rule] == nil {
            path = [rule]
            guard height(of: rules[rule].expansion, diagnostics) != nil else { return false }
        }
        return true
    }

    /// The longest chain of rules below `expansion`; nil after a diagnostic.
    private mutating func height(of expansion: Expansion, _ diagnostics: Diagnostics) -> Int? {
        var highest = 0
        for case .rule(let rule, let place) in expansion.references {
            if let start = path.firstIndex(of: rule) {
                let cycle = (path[start...] + [rule]).map { "<\(rules[$0].name)>" }.joined(separator: " → ")
                diagnostics.add(
                    "\(cycle) leads back to itself; repeat with '*' or '+' instead", at: place.mark)
                return nil
            }
            guard let height = height(of: rule, at: place, diagnostics) else { return nil }
            highest = max(highest, height)
            guard path.count + highest <= Self.deepest else { return complain(at: place, diagnostics) }
        }
        return highest
    }

    /// The longest chain that begins with `rule`; nil after a diagnostic.
    private mutating func height(
        of rule: Int, at place: PhraseSource.Place, _ diagnostics: Diagnostics
    ) -> Int? {
        if let known = heights[rule] { return known }
        guard path.count < Self.deepest else { return complain(at: place, diagnostics) }
        path.append(rule)
        guard let below = height(of: rules[rule].expansion, diagnostics) else { return nil }
        path.removeLast()
        heights[rule] = below + 1
        return below + 1
    }

    private func complain(at place: PhraseSource.Place, _ diagnostics: Diagnostics) -> Int? {
        diagnostics.add("rules refer to one another more than \(Self.deepest) deep", at: place.mark)
        return nil
    }
}
