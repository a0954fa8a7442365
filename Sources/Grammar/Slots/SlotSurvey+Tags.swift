/// The slot `tag`: the tags of a command itself, which are outside of all its rules.
extension SlotSurvey {
    /// The slots of a command: those of its rules, and `tag`.
    func uses(inCommand expansion: Expansion) -> [String: Use] {
        var all = uses(in: expansion)
        guard let tag = tagUse(in: expansion) else { return all }
        all[Grammar.tagSlot] = all[Grammar.tagSlot].map { both($0, tag, +) } ?? tag
        return all
    }

    /// Nil where there are no tags.
    private func tagUse(in expansion: Expansion) -> Use? {
        guard let readings = tags(in: expansion) else { return Use(count: 0...1, values: .open) }
        let values = readings.filter { !$0.isEmpty }.map { SlotValue.text($0.joined(separator: " ")) }
        guard !values.isEmpty else { return nil }
        return Use(count: (readings.contains([]) ? 0 : 1)...1, values: .finite(values))
    }

    /// The tags of every way to say `expansion`, each once; nil if they are too many.
    private func tags(in expansion: Expansion) -> [[String]]? {
        let readings: [[String]]?
        switch expansion {
        // Inside a rule they are that rule's own.
        case .word, .null, .reference: return [[]]
        case .void: return []
        case .sequence(let parts):
            readings = parts.reduce([[]]) { before, part in
                guard let before, let next = tags(in: part), before.count * next.count <= Self.mostValues
                else { return nil }
                return before.flatMap { first in next.map { first + $0 } }
            }
        case .alternatives(let all):
            readings = all.filter { $0.weight > 0 }.reduce([]) { before, one in
                guard let before, let next = tags(in: one.expansion) else { return nil }
                return before + next
            }
        case .optional(let part): readings = tags(in: part).map { $0 + [[]] }
        case .tagged(let part, let tag): readings = tags(in: part).map { $0.map { $0 + [tag] } }
        case .repeated(let part, _): return tags(in: part) == [[]] ? [[]] : nil
        }
        guard let readings else { return nil }
        var seen: Set<[String]> = []
        let distinct = readings.filter { seen.insert($0).inserted }
        return distinct.count <= Self.mostValues ? distinct : nil
    }
}
