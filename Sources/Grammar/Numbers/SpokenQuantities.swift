import Configuration
import Models

/// The numbers and spans of time of the language that a grammar is in.
struct SpokenQuantities: Sendable {
    var numbers: NumberWords?
    var durations: DurationWords?

    /// None.
    init() {}

    /// Those that are needed, all of which the language can say.
    ///
    /// - Parameters:
    ///   - needs: each with a phrase that needs it.
    ///   - diagnostics: told what cannot be said, once.
    init(
        _ language: LanguageWords, for needs: [(reference: Expansion.Reference, mark: Mark)],
        _ diagnostics: Diagnostics
    ) {
        numbers = language.numbers.map { NumberWords($0) }
        for (reference, mark) in needs {
            switch reference {
            case .number(let range):
                guard language.numbers?.isSayable(range) != true else { continue }
                let missing = language.numbers == nil ? "" : " of \(range.lowerBound) to \(range.upperBound)"
                diagnostics.add(
                    "numbers\(missing) cannot be said \(language.tongue); \(language.remedy(adding: "numbers")), or write words",
                    at: mark)
                return
            case .duration where durations == nil:
                guard let words = language.durations else {
                    diagnostics.add(
                        "<duration> cannot be said \(language.tongue); \(language.remedy(adding: "durations")), or write words",
                        at: mark)
                    return
                }
                durations = DurationWords(words, numbers: numbers, diagnostics)
                guard let durations else { return }
                if let range = durations.numberRanges.first(where: { language.numbers?.isSayable($0) != true }
                ) {
                    diagnostics.add(
                        "<duration> needs the numbers \(range.lowerBound) to \(range.upperBound), which cannot be said \(language.tongue); "
                            + language.remedy(adding: "numbers"), at: mark)
                    return
                }
            default: continue
            }
        }
    }

    /// What may be said for a number of the range; nothing in a language without numbers.
    func expansion(of range: ClosedRange<Int>) -> Expansion { numbers?.expansion(of: range) ?? .void }

    /// As above, and numbers around the range.
    func expansion(around range: ClosedRange<Int>) -> Expansion {
        numbers?.expansion(around: range) ?? .void
    }

    /// What may be said for a span of time; nothing in a language without any.
    func duration(beforeNoun: Bool) -> Expansion { durations?.expansion(beforeNoun: beforeNoun) ?? .void }
}
