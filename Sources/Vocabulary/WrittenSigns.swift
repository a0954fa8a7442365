import Models

/// Signs and abbreviations of a text, in the words that are said for them: "&", "5 km", "100 %", "$2.5M", "No. 5", "e.g.". A value; any
/// thread may use it.
///
/// A sign of letters is a unit or a multiple, and is said behind a number alone, as it is written: elsewhere "oz" and "min" are words, and
/// "HR" is no "hr". One that ends in a point is said before a number alone, as "No." may be a sentence, unless it has another point or is
/// among the language's abbreviations.
///
/// ```swift
/// let signs = WrittenSigns(words.writing, thousand: words.numbers?.thousand)
/// signs.unit(behind: " km away", isOne: false)     // kilometers, of 3 signs
/// ```
struct WrittenSigns: Sendable {
    typealias Found = WrittenQuantities.Found
    typealias Text = WrittenQuantities.Text

    private let units: Index
    private let multiples: Index
    private let others: Index

    /// - Parameter thousand: The numbers' own word for it, which the scales lack.
    init(_ writing: LanguageWords.Writing?, thousand: String?) {
        var (units, multiples, others): ([Sign], [Sign], [Sign]) = ([], [], [])
        for (said, written) in (writing?.units ?? [:]).sorted(by: { $0.key < $1.key }) {
            units.append(Sign(written.drop(while: \.isWhitespace), saying: said))
        }
        for (written, said) in (writing?.signs ?? [:]).sorted(by: { $0.key < $1.key }) {
            var sign = Sign(written[...], saying: said)
            let word = sign.several.joined(separator: " ")
            if word == thousand || writing?.scales[word] != nil {
                multiples.append(sign)
            } else if written.hasSuffix(".") {
                let bare = written.dropLast().lowercased()
                sign.needsNumber = !bare.contains(".") && writing?.abbreviations.contains(bare) != true
                others.append(sign)
            } else if sign.beginsWithLetter {
                units.append(sign)
            } else {
                others.append(sign)
                // "20 °C", and not "5 & 6".
                if sign.one != sign.several { units.append(sign) }
            }
        }
        self.units = Index(units)
        self.multiples = Index(multiples)
        self.others = Index(others)
    }

    /// What is said for the sign that `text` begins with, which may stand by itself: "&", "°C", "No." before a number, "e.g.".
    ///
    /// - Parameter before: The sign of the text before it.
    func words(_ text: Text, behind before: Unicode.Scalar?) -> Found? {
        guard let sign = others.longest(in: text) else { return nil }
        let isWithin = before.map { VocabularyText.isLetter($0) || VocabularyText.isDigit($0) } ?? false
        guard !(sign.beginsWithLetter && isWithin) else { return nil }
        let behind = text.dropFirst(sign.length).drop { $0.properties.isWhitespace }
        guard !sign.needsNumber || behind.first.map(VocabularyText.isDigit) ?? false else { return nil }
        return (sign.several, sign.length)
    }

    /// The unit behind a number, after a space, or, as in "a 5-km run", a hyphen: then it is said as of one.
    ///
    /// - Parameter isYear: Whether the number is rather a year, which an initial may follow: "in 2012 V. Lopez won".
    func unit(behind text: Text, isOne: Bool, isYear: Bool = false) -> Found? {
        if let sign = units.longest(in: text) {
            return found(sign, in: text, behind: 0, isOne: isOne, isYear: isYear)
        }
        guard let first = text.first, let sign = units.longest(in: text.dropFirst()) else { return nil }
        let isHyphen = WrittenQuantities.hyphens.contains(first)
        guard first.properties.isWhitespace || isHyphen && sign.endsWithLetter else { return nil }
        return found(sign, in: text, behind: 1, isOne: isOne || isHyphen, isYear: isYear)
    }

    /// The "M" of "$2.5M", and the "bn" of "3 bn people".
    func multiple(behind text: Text, isMoney: Bool) -> Found? {
        let space = text.first.map(\.properties.isWhitespace) == true ? 1 : 0
        guard let sign = multiples.longest(in: text.dropFirst(space)),
            sign.length > 1 || isMoney && space == 0
        else { return nil }
        return (sign.several, space + sign.length)
    }

    /// - Parameter space: How many signs stand before it.
    private func found(
        _ sign: Sign, in text: Text, behind space: Int, isOne: Bool, isYear: Bool
    ) -> Found? {
        let length = space + sign.length
        let rest = text.dropFirst(length)
        if sign.mayBeInitial, isYear || Self.isInName(rest) { return nil }
        let point = sign.endsWithLetter && Self.isInSentence(rest) ? 1 : 0
        return (isOne ? sign.one : sign.several, length + point)
    }

    /// Whether a point and a capital follow: those of "V. Lopez" and "L.A.".
    private static func isInName(_ text: Text) -> Bool {
        let next = text.dropFirst().first { !$0.properties.isWhitespace }
        return text.first == "." && next?.properties.isUppercase == true
    }

    /// Whether a point ends no sentence: that of "5 lb. of flour".
    private static func isInSentence(_ text: Text) -> Bool {
        let behind = text.dropFirst()
        guard text.first == ".", behind.first.map(\.properties.isWhitespace) == true,
            let next = behind.first(where: { !$0.properties.isWhitespace })
        else { return false }
        return next.properties.isLowercase || VocabularyText.isDigit(next)
    }
}

extension WrittenSigns {
    /// One of the language's table.
    private struct Sign: Sendable {
        let written: [Unicode.Scalar]
        /// What is said for it: of one, and of several.
        let one: [String]
        let several: [String]
        let beginsWithLetter: Bool
        let endsWithLetter: Bool
        /// Whether it is one only before a number.
        var needsNumber = false
        /// Whether its letters may be larger or smaller: "VS." is "vs.", and "3 ML engineers" are no milliliters.
        private let isInAnyCase: Bool

        var length: Int { written.count }
        /// Whether it is one capital letter.
        var mayBeInitial: Bool { written.count == 1 && written[0].properties.isUppercase }

        init(_ written: Substring, saying said: String) {
            self.written = Array(written.unicodeScalars)
            let ways = said.split(separator: "|").map { String($0).spokenWords }
            one = ways.first ?? []
            several = ways.last ?? []
            let signs = self.written.filter { $0 != " " }
            beginsWithLetter = signs.first.map(VocabularyText.isLetter) ?? false
            endsWithLetter = signs.last.map(VocabularyText.isLetter) ?? false
            isInAnyCase = signs.last == "."
        }

        /// Whether `text` begins with it, and not with a longer word.
        func begins(_ text: Text) -> Bool {
            // "No. 5" and "NO. 5", and not "no.", which ends a sentence.
            if needsNumber, text.first != written.first { return false }
            var rest = text
            for scalar in written {
                guard let next = rest.first, isSame(next, scalar) else { return false }
                rest = rest.dropFirst()
            }
            return !(endsWithLetter && Self.goesOn(rest))
        }

        private func isSame(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
            a == b || b == " " && a.properties.isWhitespace
                || isInAnyCase && a.properties.lowercaseMapping == b.properties.lowercaseMapping
        }

        /// Of "5 grams", "5 m²", "3 V-belts" and "5 m/s".
        private static func goesOn(_ text: Text) -> Bool {
            guard let next = text.first else { return false }
            if VocabularyText.isLetter(next) || next.properties.numericType != nil { return true }
            return joiners.contains(next) && text.dropFirst().first.map(VocabularyText.isLetter) ?? false
        }

        private static let joiners: Set<Unicode.Scalar> = WrittenQuantities.hyphens.union([
            "'", "\u{2019}", "/",
        ])
    }

    /// Signs, by what they begin with.
    private struct Index: Sendable {
        private let signs: [String: [Sign]]

        init(_ all: [Sign]) {
            signs = Dictionary(grouping: all) { $0.written.first.map(Self.key) ?? "" }
                // Of several ways to say a sign, the shortest.
                .mapValues { signs in
                    signs.sorted { ($1.length, $0.several.count) < ($0.length, $1.several.count) }
                }
        }

        func longest(in text: Text) -> Sign? {
            text.first.flatMap { signs[Self.key($0)] }?.first { $0.begins(text) }
        }

        private static func key(_ scalar: Unicode.Scalar) -> String {
            scalar.properties.isWhitespace ? " " : scalar.properties.lowercaseMapping
        }
    }
}
