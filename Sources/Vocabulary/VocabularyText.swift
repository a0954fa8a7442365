import Configuration

/// Sentences as they are written, in words as they are said: lower case, without marks, with numbers spelled out.
///
/// A line holds sentences, or one name, product or street. `<name>` stands for any phrase of a class, and `<1..30>` for a
/// number. What is between two sentences ends them: a full stop, a question mark, a line's end.
///
/// ```swift
/// let text = VocabularyText(numbers: NumberSpeller(words), units: ["%": ["percent"]])
/// text.sentences(in: "Call <name> at 25!")   // call <name> at twenty five
/// ```
struct VocabularyText {
    /// A part of a sentence.
    enum Part: Hashable {
        case word(String)
        /// What stands between `<` and `>`.
        case reference(String)
    }

    let numbers: NumberSpelling
    /// By the sign behind a number, the words for it.
    let units: [String: [String]]
    /// Nil where addresses have no words of their own.
    var addressSigns: AddressSigns?

    /// The sentences of a line; a word that `isKnown` does not know is taken apart at its hyphens.
    func sentences(in line: Substring, isKnown: (String) -> Bool = { _ in true }) -> [[Part]] {
        var sentences: [[Part]] = [[]]
        func end() { if sentences.last != [] { sentences.append([]) } }
        var rest = Substring(line).unicodeScalars
        while let scalar = rest.first {
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
            } else if Self.isDigit(scalar) {
                let (written, unit) = number(&rest)
                sentences[sentences.count - 1] += (numbers.words(of: written) + unit).map { .word($0) }
            } else if Self.isLetter(scalar) {
                sentences[sentences.count - 1] += word(&rest, isKnown).map { .word($0) }
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
        guard let close = text.firstIndex(of: ">") else { return nil }
        let name = String(text[text.index(after: text.startIndex)..<close])
        let isName =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                isLetter($0) || isDigit($0) || "-_.".unicodeScalars.contains($0)
            }
        return isName ? name : nil
    }

    /// Digits, with commas before each three and one point, and what the sign behind them is called.
    private func number(_ rest: inout Substring.UnicodeScalarView) -> (written: String, unit: [String]) {
        var written = ""
        while let scalar = rest.first {
            let next = rest.dropFirst().first.map(Self.isDigit) ?? false
            if scalar == ",", next, rest.dropFirst().prefix(while: Self.isDigit).count == 3 {
                rest = rest.dropFirst()
                continue
            }
            guard Self.isDigit(scalar) || (scalar == "." && next && !written.contains(".")) else { break }
            written.unicodeScalars.append(scalar)
            rest = rest.dropFirst()
        }
        guard let sign = rest.first, let unit = units[String(sign)] else { return (written, []) }
        rest = rest.dropFirst()
        return (written, unit)
    }

    private func word(_ rest: inout Substring.UnicodeScalarView, _ isKnown: (String) -> Bool) -> [String] {
        var word = ""
        while let scalar = rest.first {
            if let plain = Self.joiners[scalar] {
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
