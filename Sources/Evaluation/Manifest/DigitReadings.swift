import Appliance
import Grammar
import Models

/// Numbers that a text has in digits, as they are said, since what is heard is words: 25 is "twenty five", or else "two five".
///
/// ```swift
/// let readings = DigitReadings(of: manifest, in: configuration)
/// readings.readings(of: ["floor", "25"])      // floor twenty five, floor two five
/// ```
struct DigitReadings {
    /// Nil where no number is written in digits, or where the language has no numbers.
    private let speller: NumberSpeller?
    private let known: Set<String>

    init(of manifest: Manifest, in configuration: ApplianceConfiguration) {
        known = configuration.words
        // Most manifests have none, and need no file of the language.
        let hasDigits = manifest.clips.contains { clip in
            clip.words?.contains { $0.contains(where: \.isNumber) } ?? false
        }
        speller =
            hasDigits
            ? (try? configuration.modelPack().languageWords()).flatMap { NumberSpeller($0) } : nil
    }

    /// The ways to say the words, the likeliest first; at least one.
    func readings(of words: [String]) -> [[String]] {
        guard let speller, words.contains(where: isNumber) else { return [words] }
        func digits(_ word: String) -> [String] { speller.digits(of: word) ?? [word] }
        func number(_ word: String) -> [String] {
            let isOne = word.count == 1 || word.first != "0"
            return (isOne ? Int(word).flatMap { speller.words(of: $0) } : nil) ?? digits(word)
        }
        return [number, digits].map { say in words.flatMap { isNumber($0) ? say($0) : [$0] } }
    }

    private func isNumber(_ word: String) -> Bool {
        !known.contains(word) && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
