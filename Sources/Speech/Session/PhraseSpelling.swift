import Grammar
import Models

/// Numbers of phrases as they are said: 25 as one number, 007 and what is longer digit by digit. In a language without numbers
/// they stay as they are.
struct PhraseSpelling {
    private let speller: NumberSpeller?
    private let known: Set<String>

    /// - Parameters:
    ///   - phrases: those that will be asked for: without a number among them, no file is read.
    ///   - known: what is said as it stands, since it has a pronunciation.
    init(of phrases: some Sequence<[String]>, in pack: ModelPack, known: Set<String>) {
        self.known = known
        let hasNumbers = phrases.contains { $0.contains(where: Self.isNumber) }
        speller = hasNumbers ? (try? pack.languageWords()).flatMap { NumberSpeller($0) } : nil
    }

    func words(of phrase: [String]) -> [String] {
        guard let speller else { return phrase }
        return phrase.flatMap { word in
            guard Self.isNumber(word), !known.contains(word) else { return [word] }
            let isPlain = word.count == 1 || word.first != "0"
            return (isPlain ? Int(word).flatMap { speller.words(of: $0) } : nil) ?? speller.digits(of: word)
                ?? [word]
        }
    }

    private static func isNumber(_ word: String) -> Bool {
        word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
