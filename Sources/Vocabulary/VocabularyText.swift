import Configuration
import Models

/// Sentences as they are written, in words as they are said: lower case, without marks, with numbers spelled out.
///
/// A line holds sentences, or one name, product or street. `<name>` stands for any phrase of a class, and `<1..30>` for a
/// number. What is between two sentences ends them: a full stop, a question mark, a line's end.
///
/// ```swift
/// let text = VocabularyText(try pack.languageWords())
/// text.sentences(in: "Call <name> at 25!")   // call <name> at twenty five
/// ```
struct VocabularyText {
    /// A part of a sentence.
    enum Part: Hashable {
        case word(String)
        /// What stands between `<` and `>`.
        case reference(String)
    }

    let quantities: WrittenQuantities
    /// Nil where addresses have no words of their own.
    let addressSigns: AddressSigns?
    /// Words behind which a point ends no sentence.
    private let abbreviations: Set<String>

    init(_ language: LanguageWords) {
        quantities = WrittenQuantities(language)
        addressSigns = AddressSigns(language.writing)
        abbreviations = language.writing?.abbreviations ?? []
    }

    /// The sentences of a line; a word that `isKnown` does not know is taken apart at its hyphens.
    func sentences(in line: Substring, isKnown: (String) -> Bool = { _ in true }) -> [[Part]] {
        var sentences: [[Part]] = [[]]
        func end() { if sentences.last != [] { sentences.append([]) } }
        var rest = line.unicodeScalars
        while let scalar = rest.first {
            let before =
                rest.startIndex > line.startIndex ? line.unicodeScalars[..<rest.startIndex].last : nil
            if scalar == "<", let name = Self.reference(rest) {
                sentences[sentences.count - 1].append(.reference(name))
                rest = rest.dropFirst(name.unicodeScalars.count + 2)
                // Of "<name>'s", the ending would be a word by itself.
                if let sign = rest.first, Self.joiners[sign] == "'" {
                    rest = rest.dropFirst().drop(while: Self.isLetter)
                }
            } else if let (words, length) = spelled(rest) {
                sentences[sentences.count - 1] += words.map { .word($0) }
                rest = rest.dropFirst(length)
            } else if let (words, length) = quantities.words(rest, behind: before)
                ?? quantities.signs.words(rest, behind: before) ?? quantities.days.words(rest, behind: before)
            {
                sentences[sentences.count - 1] += words.map { .word($0) }
                rest = rest.dropFirst(length)
            } else if let (words, length) = initials(rest, isKnown) {
                sentences[sentences.count - 1] += words.map { .word($0) }
                rest = rest.dropFirst(length)
            } else if Self.isLetter(scalar) {
                let words = word(&rest, isKnown)
                sentences[sentences.count - 1] += words.map { .word($0) }
                let isShort = words.last.map { abbreviations.contains($0) || $0.unicodeScalars.count == 1 }
                if isShort == true, rest.first == "." { rest = rest.dropFirst() }
            } else {
                rest = rest.dropFirst()
                if Self.ends.contains(scalar), rest.first.map({ $0.properties.isWhitespace }) ?? true {
                    end()
                }
            }
        }
        return sentences.filter { !$0.isEmpty }
    }

    private static let ends: Set<Unicode.Scalar> = [".", "!", "?", ";", ":", "…"]

    /// The name that a bracket opens for; nil for one that is a mere sign.
    private static func reference(_ text: Substring.UnicodeScalarView) -> String? {
        let name = text.dropFirst().prefix {
            isLetter($0) || isDigit($0) || "-_.".unicodeScalars.contains($0)
        }
        return !name.isEmpty && text[name.endIndex...].first == ">" ? String(name) : nil
    }

    /// "U.S.", "a.m.": one word where the dictionary has it, else its letters; their points end no sentence.
    private func initials(
        _ text: Substring.UnicodeScalarView, _ isKnown: (String) -> Bool
    ) -> (words: [String], length: Int)? {
        var run = ""
        var rest = text
        while let letter = rest.first, Self.isLetter(letter), rest.dropFirst().first == "." {
            run.unicodeScalars += [letter, "."]
            rest = rest.dropFirst(2)
        }
        guard run.unicodeScalars.count > 2 else { return nil }
        let word = run.lowercased()
        let letters = word.split(separator: ".").map(String.init)
        return (isKnown(word) ? [word] : letters, run.unicodeScalars.count)
    }

    private func word(_ rest: inout Substring.UnicodeScalarView, _ isKnown: (String) -> Bool) -> [String] {
        var word = ""
        while let scalar = rest.first {
            if Self.invisible.contains(scalar) {
                // A place where the word may be broken.
            } else if let plain = Self.joiners[scalar] {
                // A sign within a word is a part of it: "don't", "check-in", and not "'tis'".
                guard let next = rest.dropFirst().first, Self.isLetter(next) else { break }
                word.unicodeScalars.append(plain)
            } else if Self.isLetter(scalar) {
                word.unicodeScalars.append(scalar)
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        word = word.lowercased()
        guard word.contains("-"), !isKnown(word) else { return [word] }
        return word.split(separator: "-").map(String.init)
    }

    private static let invisible: Set<Unicode.Scalar> = ["\u{AD}", "\u{200B}", "\u{2060}"]
    private static let joiners: [Unicode.Scalar: Unicode.Scalar] = [
        "'": "'", "\u{2019}": "'", "\u{02BC}": "'", "-": "-", "\u{2010}": "-", "\u{2011}": "-",
    ]

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z": true
        case _ where scalar.isASCII: false
        default: scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension [VocabularyText.Part] {
    var words: [String] {
        compactMap { if case .word(let word) = $0 { word } else { nil } }
    }

    var references: [String] {
        compactMap { if case .reference(let name) = $0 { name } else { nil } }
    }

    var hasReference: Bool { !references.isEmpty }
}
