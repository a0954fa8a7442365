import Models

/// Says numbers that are written in digits: 25 as "twenty five". Of several ways to say one it takes the first of the language's file.
/// A value; any thread may use it.
///
/// ```swift
/// let speller = NumberSpeller(try pack.languageWords())
/// speller?.words(of: 105)  // ["one", "hundred", "five"]
/// ```
package struct NumberSpeller: Sendable {
    /// The numbers that can be said.
    package static let limits = 0...NumberWords.limits.upperBound

    private let language: LanguageWords.Numbers
    private let composedTens: [Int]

    /// - Parameter words: Of a language; nil where that has no numbers.
    package init?(_ words: LanguageWords) {
        guard let numbers = words.numbers else { return nil }
        language = numbers
        composedTens = numbers.composedTens
    }

    /// The words of a number from 0 on; nil where the language has none for it.
    package func words(of number: Int) -> [String]? {
        guard Self.limits.contains(number), language.isSayable(number...number) else {
            return nil
        }
        return spelled(number)
    }

    /// Its digits, one after the other; nil where the language has no word for one of them.
    package func digits(of number: some StringProtocol) -> [String]? {
        let words = number.map { digit in digit.wholeNumberValue.flatMap { language.words[$0]?.first } }
        return words.contains { $0 == nil } ? nil : Array(words.compactMap { $0 }.joined())
    }

    private func spelled(_ number: Int, isBefore: Bool = false) -> [String] {
        let (thousands, hundreds) = (number / 1000, number / 100)
        if thousands > 0 {
            return scaled(thousands, language.thousand) + rest(number % 1000)
        }
        if hundreds > 0 {
            let head =
                language.listsHundreds
                ? language.words[hundreds * 100]?.first ?? [] : scaled(hundreds, language.hundred)
            return head + rest(number % 100)
        }
        guard composedTens.contains(number / 10), number % 10 > 0 else {
            return (isBefore ? language.before[number]?.first : nil) ?? language.words[number]?.first ?? []
        }
        let ten = language.words[number / 10 * 10]?.first ?? []
        let unit = spelled(number % 10, isBefore: language.unitsFirst)
        return language.unitsFirst ? unit + language.between + ten : ten + language.between + unit
    }

    private func scaled(_ count: Int, _ scale: String?) -> [String] {
        let isNothing = count == 1 && language.one.first == ""
        return (isNothing ? [] : spelled(count, isBefore: true)) + (scale?.spokenWords ?? [])
    }

    private func rest(_ number: Int) -> [String] { number == 0 ? [] : spelled(number) }
}
