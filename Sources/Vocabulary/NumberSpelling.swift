import Grammar
import Models

/// Numbers in running text: 25 as one number, and as digits what is none: 007, or a telephone number.
struct NumberSpelling: Sendable {
    private let speller: NumberSpeller?
    let point: String?
    let and: String?
    let minus: String?
    let hundred: String?
    let thousand: String?
    /// What to do in a language without numbers, after "; "; nil in others.
    let remedy: String?
    /// The digits of the longest that is said as one number.
    private static let longest = 6

    /// - Parameter language: In one without numbers, they stay in digits, which nobody can say.
    init(_ language: LanguageWords) {
        speller = NumberSpeller(language)
        remedy = speller == nil ? language.remedy(adding: "numbers") : nil
        point = language.writing?.point
        and = language.numbers?.and
        minus = language.numbers?.minus
        hundred = language.numbers?.hundred
        thousand = language.numbers?.thousand
    }

    /// The words of a number as it is written, with at most one point. One that cannot be said is a word that no dictionary has, which
    /// is told.
    func words(of written: String) -> [String] {
        guard let speller else { return [written] }
        let parts = written.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts[0].count <= Self.longest && (parts[0].count == 1 || parts[0].first != "0")
        let plain = isPlain ? Int(parts[0]).flatMap { speller.words(of: $0) } : nil
        guard let whole = plain ?? speller.digits(of: parts[0]) else { return [written] }
        guard parts.count > 1 else { return whole }
        guard let point, let fraction = speller.digits(of: parts[1]) else { return [written] }
        return whole + [point] + fraction
    }

    /// "twenty first" of 21: the last of its words as an ordinal. Nil beyond what `ordinals` has in its order.
    func ordinal(of written: String, _ ordinals: [String]) -> [String]? {
        guard let value = Int(written), value > 0, let whole = speller?.words(of: value) else { return nil }
        let last: (value: Int, index: Int)? =
            switch value {
            case _ where value % 1000 == 0: (1000, 28)
            case _ where value % 100 == 0: (100, 27)
            case _ where value % 100 <= 20: (value % 100, value % 100 - 1)
            case _ where value % 10 == 0: (value % 100, 17 + value % 100 / 10)
            default: (value % 10, value % 10 - 1)
            }
        guard let last, ordinals.indices.contains(last.index) else { return nil }
        return whole.dropLast() + [ordinals[last.index]]
    }

    /// One digit after the other.
    func digits(of written: String) -> [String] { speller?.digits(of: written) ?? [written] }

    /// The phrases of all numbers of a range, within `NumberSpeller.limits`; of a wide one, some that are spread over it.
    func phrases(of range: ClosedRange<Int>, atMost most: Int) -> [[String]] {
        guard let speller else { return [] }
        let step = max(1, (range.count + most - 1) / most)
        return stride(from: range.lowerBound, through: range.upperBound, by: step).compactMap {
            speller.words(of: $0)
        }
    }
}
