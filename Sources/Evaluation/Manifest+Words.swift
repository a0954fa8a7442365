extension Manifest {
    /// The words of a sentence as a grammar spells them, without the punctuation around them: `don't`, `x-ray`, `a.m.`
    static func words(of sentence: String) -> [String] {
        sentence.lowercased().split(whereSeparator: \.isWhitespace).compactMap { part in
            guard let first = part.firstIndex(where: isSpoken), let last = part.lastIndex(where: isSpoken)
            else { return nil }
            let word = String(part[first...last].map { $0 == "\u{2019}" ? "'" : $0 })
            // The last point of "a.m." ends no sentence.
            let isAbbreviated =
                word.contains(".") && part[last].isLetter && part[last...].dropFirst().first == "."
            return isAbbreviated ? word + "." : word
        }
    }

    private static func isSpoken(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "'\u{2019}".contains(character)
    }
}
