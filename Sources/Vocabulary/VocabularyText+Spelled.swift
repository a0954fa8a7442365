import Models

/// What is said sign by sign: telephone numbers, and addresses of mail and hosts.
extension VocabularyText {
    /// What is said for the signs of an address.
    struct AddressSigns: Sendable {
        private let words: [Unicode.Scalar: [String]]
        /// The last parts of hosts, without one of which there is none but in mail.
        let domains: Set<String>

        /// Nil in a language that has no words for them.
        init?(_ writing: LanguageWords.Writing?) {
            guard let writing, let at = writing.at, let dot = writing.dot else { return nil }
            var words: [Unicode.Scalar: [String]] = ["@": [at], ".": [dot]]
            // Of several words for a sign, always the same one.
            for (word, sign) in writing.addressMarks.sorted(by: { $0.key > $1.key }) {
                if let scalar = sign.unicodeScalars.first { words[scalar] = [word] }
            }
            self.words = words
            domains = writing.domains
        }

        subscript(sign: Unicode.Scalar) -> [String]? { words[sign] }
    }

    /// The words of what `text` begins with, and how many scalars it takes; nil for what is no number or address of that kind.
    func spelled(_ text: Substring.UnicodeScalarView) -> (words: [String], length: Int)? {
        guard let first = text.first else { return nil }
        if let number = telephoneNumber(text) ?? telephoneNumberWithPoints(text) { return number }
        return Self.isLetter(first) ? address(text) : nil
    }

    // MARK: - Telephone numbers

    /// "555-1234", "(020) 7946 0018", "1-800-555-1234", "555 123 4567": not "10-20", nor "2020-2021" or "2026-11-26".
    private func telephoneNumber(_ text: Substring.UnicodeScalarView) -> (words: [String], length: Int)? {
        guard let first = text.first, Self.isDigit(first) || first == "(" || first == "+" else { return nil }
        let run = text.prefix(Self.longestTelephoneNumber)
            .prefix { Self.isDigit($0) || Self.numberSigns.contains($0) }
        guard let last = run.lastIndex(where: Self.isDigit) else { return nil }
        let number = run[...last]
        let groups = number.split { !Self.isDigit($0) }
        let sizes = groups.map(\.count)
        guard groups.count > 1 else { return nil }
        let isBracketed = first == "(" && number.dropFirst(groups[0].count + 1).first == ")"
        // "+49 89 123456", "(089) 123456" and "089 123456", but not "(500-15000)" or "0-100000".
        let hasCode = isBracketed || first == "+" || first == "0" && groups[0].count > 1
        guard Self.telephoneDigits.contains(sizes.reduce(0, +)),
            sizes.allSatisfy({ $0 <= (hasCode ? 8 : 4) }),
            Self.unlikeTelephones.allSatisfy({ $0 != sizes }),
            text[number.endIndex...].first.map(Self.isLetter) != true
        else { return nil }
        let isOne =
            isBracketed || first == "+" || groups[0].first == "0" || !number.contains(" ")
            || sizes == [3, 3, 4]
        return isOne ? (groups.flatMap { quantities.numbers.digits(of: String($0)) }, number.count) : nil
    }

    /// "030.1234567", "01.23.45.67.89", "555.123.4567": no decimal number begins with a nought and a digit, or has two points.
    private func telephoneNumberWithPoints(
        _ text: Substring.UnicodeScalarView
    ) -> (words: [String], length: Int)? {
        let plus = text.first == "+" ? 1 : 0
        let run = text.dropFirst(plus).prefix(Self.longestTelephoneNumber)
            .prefix { Self.isDigit($0) || $0 == "." }
        guard let last = run.lastIndex(where: Self.isDigit) else { return nil }
        let number = run[...last]
        let groups = number.split(separator: ".", omittingEmptySubsequences: false)
        let sizes = groups.map(\.count)
        let hasCode = plus == 1 ? sizes.count > 2 : sizes[0] > 1 && groups[0].first == "0"
        guard groups.count > 1, !sizes.contains(0), hasCode || Self.americanNumbers.contains(sizes),
            Self.telephoneDigits.contains(sizes.reduce(0, +)), !Self.unlikeTelephones.contains(sizes),
            text[number.endIndex...].first.map(Self.isLetter) != true
        else { return nil }
        return (groups.flatMap { quantities.numbers.digits(of: String($0)) }, plus + number.count)
    }

    private static let numberSigns: Set<Unicode.Scalar> = [" ", "-", "(", ")", "+", "\u{2010}", "\u{2011}"]
    /// ITU-T E.164 has 15 at most.
    private static let telephoneDigits = 7...15
    /// With what stands between its digits.
    private static let longestTelephoneNumber = 40
    private static let americanNumbers = [[3, 3, 4], [1, 3, 3, 4]]
    /// The groups of two years, and of dates.
    private static let unlikeTelephones = [[4, 4]] + WrittenQuantities.dates

    // MARK: - Addresses

    /// RFC 5321 has no longer one.
    private static let longestAddress = 254

    /// "ada.lovelace@example.org", "www.example.org".
    private func address(_ text: Substring.UnicodeScalarView) -> (words: [String], length: Int)? {
        guard let signs = addressSigns else { return nil }
        let run = text.prefix(Self.longestAddress + 1)
            .prefix { Self.isDigit($0) || Self.isLetter($0) || signs[$0] != nil }
        guard run.count <= Self.longestAddress,
            let last = run.lastIndex(where: { Self.isDigit($0) || Self.isLetter($0) })
        else { return nil }
        let address = run[...last]
        let sides = address.split(separator: "@", omittingEmptySubsequences: false)
        guard sides.count <= 2, sides.allSatisfy({ !$0.isEmpty }) else { return nil }
        let host = sides[sides.count - 1].split(separator: ".", omittingEmptySubsequences: false)
        guard host.count > 1, host.allSatisfy({ !$0.isEmpty }),
            sides.count == 2 || signs.domains.contains(String(host[host.count - 1]).lowercased())
        else { return nil }
        var words: [String] = []
        var rest = address
        while let scalar = rest.first {
            let part = rest.prefix(while: Self.isDigit(scalar) ? Self.isDigit : Self.isLetter)
            if let sign = signs[scalar] {
                words += sign
                rest = rest.dropFirst()
            } else {
                words +=
                    Self.isDigit(scalar) ? quantities.numbers.digits(of: String(part)) : Self.word(of: part)
                rest = rest.dropFirst(part.count)
            }
        }
        return (words, address.count)
    }

    /// "www" is said letter by letter.
    private static func word(of letters: Substring.UnicodeScalarView.SubSequence) -> [String] {
        let word = String(letters).lowercased()
        return word == "www" ? word.map(String.init) : [word]
    }
}
