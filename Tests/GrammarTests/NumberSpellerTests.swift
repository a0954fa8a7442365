import Models
import Testing

@testable import Grammar

/// Numbers that are written in digits, said.
struct NumberSpellerTests {
    @Test(
        "What a number is said as, says that number, in every language",
        arguments: ["models/en-US/words.yaml", "models/words/de.yaml"])
    func roundTrip(path: String) throws {
        let words = try LanguageWords(path: path, locale: #require(LocaleTag("en-US")))
        let numbers = NumberWords(try #require(words.numbers))
        let speller = try #require(NumberSpeller(words))
        for number in Array(0...2100) + [9_999, 12_345, 100_000, 999_999] {
            let said = try #require(speller.words(of: number), "\(number)")
            #expect(numbers.value(said) == number, "\(number): \(said)")
        }
    }

    @Test("Beyond what a language can say there is nothing, and digits are said one by one")
    func beyond() throws {
        let english = try LanguageWords(
            path: "models/en-US/words.yaml", locale: #require(LocaleTag("en-US")))
        let speller = try #require(NumberSpeller(english))
        #expect(speller.words(of: 1_000_000) == nil)
        #expect(speller.words(of: -1) == nil)
        #expect(speller.digits(of: "007") == ["zero", "zero", "seven"])
    }
}
