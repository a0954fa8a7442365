/// Several numbers with points between them.
extension WrittenQuantities {
    /// "12.11.2026", one number after the other, as with other signs between: which is the month, nobody knows. Of versions "2.1.3"
    /// and "3.11.4". Of others, as "192.168.1.10", "1.234.567" and "12.11.26", it is not known how they are said: each is a word that no
    /// dictionary has, which is told.
    func pointed(_ text: Text) -> Found? {
        let run = text.prefix { VocabularyText.isDigit($0) || $0 == "." }
        guard let last = run.lastIndex(where: VocabularyText.isDigit) else { return nil }
        let written = run[...last]
        let groups = written.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard groups.count > 2, groups.allSatisfy({ !$0.isEmpty }) else { return nil }
        if Self.dates.contains(groups.map(\.count)) {
            return (groups.flatMap(said), written.count)
        }
        if Self.isVersion(groups), let point = numbers.point {
            return (Array(groups.map(said).joined(separator: [point])), written.count)
        }
        return ([String(written)], written.count)
    }

    /// The digits of their groups: 1.2.2026, 01.02.2026, 2026.02.01.
    static let dates = [[1, 1, 4], [1, 2, 4], [2, 1, 4], [2, 2, 4], [4, 2, 2]]

    private static func isVersion(_ groups: [String]) -> Bool {
        guard groups[0].count < 3 else { return false }
        if groups.dropFirst().allSatisfy({ $0.count == 1 }) { return true }
        // Three of two digits may be a date.
        return groups.count == 3 && groups.contains { $0.count == 1 }
            && groups.dropFirst().allSatisfy { $0.count == 1 || $0.count == 2 && $0.first != "0" }
    }

    private func said(_ group: String) -> [String] {
        WrittenNumber(group[...].unicodeScalars).flatMap(year) ?? numbers.words(of: group)
    }
}
