import Grammar
import Models

/// The words of phrases as they are said.
///
/// Numbers: 25 as one number, 007 and what is longer digit by digit; in a language without numbers they stay as they are. A word that
/// the dictionary does not have so: without quotation marks and dashes around it, in its parts at hyphens, and letters apart from
/// digits, "covid nineteen" and "mp three". One with an ending behind its digits ("21st") stays as it is.
struct PhraseSpelling {
    private let speller: NumberSpeller?
    /// What is said as it stands, of words that might not be.
    private let known: Set<String>

    /// - Parameters:
    ///   - phrases: those that will be asked for: where all are of letters alone, no file is read.
    ///   - known: what is said as it stands, since it has a pronunciation.
    init(of phrases: some Sequence<[String]>, in pack: ModelPack, known: Set<String>) {
        let doubtful = Set(phrases.joined().lazy.filter(Self.isDoubtful))
        let readings = doubtful.flatMap(Self.readings).filter { !Self.isNumber($0) }
        self.known = known.union(Self.words(of: pack, among: Set(readings)))
        let hasNumbers = doubtful.contains { $0.contains(where: Self.isDigit) }
        speller = hasNumbers ? (try? pack.languageWords()).flatMap { NumberSpeller($0) } : nil
    }

    func words(of phrase: [String]) -> [String] { phrase.flatMap(spoken) }

    private func spoken(_ word: String) -> [String] {
        guard Self.isDoubtful(word), !known.contains(word) else { return [word] }
        if Self.isNumber(word) { return number(word) }
        if let form = Self.forms(of: word).first(where: known.contains) { return [form] }
        let parts = Self.parts(of: word)
        return parts == [word] ? parts : parts.flatMap(spoken)
    }

    private func number(_ word: String) -> [String] {
        guard let speller else { return [word] }
        let isPlain = word.count == 1 || word.first != "0"
        return (isPlain ? Int(word).flatMap { speller.words(of: $0) } : nil) ?? speller.digits(of: word)
            ?? [word]
    }

    // MARK: - Words with signs and digits

    /// Whether a word may be said otherwise than it stands.
    private static func isDoubtful(_ word: String) -> Bool {
        word.first == "'" || word.last == "'" || word.contains { $0 == "-" || isDigit($0) }
    }

    /// All that it may be said as, and its parts.
    private static func readings(of word: String) -> [String] {
        let parts = parts(of: word)
        return forms(of: word) + (parts == [word] ? [] : parts.filter(isDoubtful).flatMap(readings))
    }

    /// A word with and without the signs around it, from the whole one to the bare one: "'n'", "'n", "n'", "n".
    private static func forms(of word: String) -> [String] {
        guard let end = word.lastIndex(where: { !isSign($0) }) else { return [word] }
        let beginning = word[...end]
        let forms = [word[...], beginning, word.drop(while: isSign), beginning.drop(while: isSign)]
        return forms.map(String.init)
    }

    /// What stands between the hyphens of a word, letters apart from digits, without the signs around it.
    private static func parts(of word: String) -> [String] {
        forms(of: word).last!.split(separator: "-").flatMap { piece -> [String] in
            var parts: [String] = []
            for character in piece {
                if let last = parts.last?.last, isDigit(last) == isDigit(character) {
                    parts[parts.count - 1].append(character)
                } else {
                    parts.append(String(character))
                }
            }
            let hasEnding = zip(parts, parts.dropFirst()).contains { isNumber($0) && endings.contains($1) }
            return hasEnding ? [String(piece)] : parts
        }
    }

    /// What stands behind digits and is no word: "21st", "1980s".
    private static let endings: Set<String> = ["st", "nd", "rd", "th", "s", "'s"]

    private static func isSign(_ character: Character) -> Bool { character == "'" || character == "-" }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func isNumber(_ word: String) -> Bool { word.allSatisfy(isDigit) }

    /// Those of `words` that a pack's dictionary has.
    private static func words(of pack: ModelPack, among words: Set<String>) -> [String] {
        // What is wrong with its files, the phrases' own lexicon tells.
        guard !words.isEmpty, let phones = try? pack.phones(),
            let lexicon = try? Lexicon(
                words: words, dictionary: pack.dictionary, phones: phones, isEnglish: false)
        else { return [] }
        return lexicon.entries.map(\.word)
    }
}
