extension Manifest {
    /// The words of a sentence as a grammar spells them, without the punctuation around them: `don't`, `x-ray`, `a.m.` Signs at a number
    /// stay: `10%`.
    static func words(of sentence: String) -> [String] {
        sentence.lowercased().split(whereSeparator: \.isWhitespace).compactMap { part in
            let belongs = part.contains(where: \.isNumber) ? isOfNumber : isSpoken
            guard let first = part.firstIndex(where: belongs), let last = part.lastIndex(where: belongs)
            else { return nil }
            let word = String(part[first...last].map { $0 == "\u{2019}" ? "'" : $0 })
            // The last point of "a.m." ends no sentence.
            let isAbbreviated =
                word.contains(".") && part[last].isLetter && part[last...].dropFirst().first == "."
            return isAbbreviated ? word + "." : word
        }
    }

    /// These words, those that a grammar does not know taken apart where it may have several: "twenty-five", "on/off",
    /// "lamp—please"; an apostrophe at an end of one closes a quotation. Of "10-minute" the number is a word; "9:30am" stays as it is.
    static func words(_ words: [String], of grammar: Set<String>) -> [String] {
        func known(_ word: String) -> String? {
            [word, unquoted(word)].first(where: grammar.contains)
        }
        return words.flatMap { word in
            if let known = known(word) { return [known] }
            if isWrittenNumber(word) { return [word] }
            if word.contains(where: \.isNumber) {
                return word.split(whereSeparator: "—–-".contains).map(String.init)
            }
            // What joins two words outside of any, before what may be within one: "the x-ray—please".
            return word.split(whereSeparator: "—–/,;:".contains).map(String.init).flatMap { part in
                known(part).map { [$0] } ?? WordErrorRate.words(of: part).map(unquoted).filter { !$0.isEmpty }
            }
        }
    }

    private static func unquoted(_ word: String) -> String {
        String(word.drop { $0 == "'" }.reversed().drop { $0 == "'" }.reversed())
    }

    /// Whether a word has digits, and no letters: `10`, `9:30`, `$5`.
    static func isWrittenNumber(_ word: String) -> Bool {
        word.contains(where: \.isNumber) && !word.contains(where: \.isLetter)
    }

    private static func isSpoken(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "'\u{2019}".contains(character)
    }

    private static func isOfNumber(_ character: Character) -> Bool {
        !character.isPunctuation || "%#-".contains(character)
    }
}
