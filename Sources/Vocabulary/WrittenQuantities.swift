import Models

/// Numbers as they stand in a text, with what belongs to them, in the words that are said for them: "$5.99", "-5 °C", "5 kg", "2 1/2",
/// "9:30", "10-20", "21st". A value; any thread may use it.
///
/// ```swift
/// WrittenQuantities(words).words("$5.99 each", behind: nil)   // five dollars and ninety nine cents, of 5 signs
/// ```
struct WrittenQuantities: Sendable {
    /// Words, and how many signs of a text they are said for.
    typealias Found = (words: [String], length: Int)
    typealias Text = Substring.UnicodeScalarView

    let numbers: NumberSpelling
    let signs: WrittenSigns
    let days: WrittenDays
    private let writing: LanguageWords.Writing?
    /// What is said for a nought between the hour and a minute: "nine oh five".
    private let nought: String?
    /// What stands right behind a time of day: "pm".
    private let clock: Set<String>
    /// The same as it may be written with points: "p.m.".
    private let pointedClock: [String]

    init(_ language: LanguageWords) {
        numbers = NumberSpelling(language)
        writing = language.writing
        signs = WrittenSigns(writing, thousand: numbers.thousand)
        days = WrittenDays(language)
        nought = writing?.digits.filter { $0.value == "0" }.keys.max { $0.count < $1.count }
        clock = Set(
            (writing?.clock ?? [:]).keys.filter { $0.unicodeScalars.allSatisfy(VocabularyText.isLetter) })
        pointedClock = (writing?.clock ?? [:]).keys.filter { $0.hasSuffix(".") && !$0.contains(" ") }
    }

    /// The words of the quantity that `text` begins with; nil where it begins with none.
    ///
    /// - Parameter before: The sign before it, which tells a minus from a hyphen.
    func words(_ text: Text, behind before: Unicode.Scalar?) -> Found? {
        let isFree = before.map { $0.properties.isWhitespace || Self.brackets.contains($0) } ?? true
        if let sign = text.first, Self.minuses.contains(sign), let minus = numbers.minus, isFree,
            let amount = amount(text.dropFirst(), isRange: false)
        {
            return ([minus] + amount.words, amount.length + 1)
        }
        let isInside = before.map { Self.hyphens.contains($0) } ?? false
        // "… .5", and not "No.5" or "1..5".
        if text.first == ".", numbers.point == nil || !(isFree || isInside) { return nil }
        if let pointed = pointed(text) { return pointed }
        guard
            var found = time(text) ?? ordinal(text) ?? decade(text) ?? amount(text, isRange: !isInside)
        else { return nil }
        if let half = half(behind: text.dropFirst(found.length)) {
            found = (found.words + half.words, found.length + half.length)
        }
        return isInside ? found : range(from: found, in: text) ?? found
    }

    /// The "pm" of "6pm" and "6 pm", and "p.m.".
    private func half(behind text: Text) -> Found? {
        let space = text.first == " " ? 1 : 0
        for word in pointedClock {
            let length = word.unicodeScalars.count
            guard String(text.dropFirst(space).prefix(length)).lowercased() == word else { continue }
            return ([word], space + length)
        }
        let word = String(text.dropFirst(space).prefix(while: VocabularyText.isLetter))
        guard clock.contains(word.lowercased()) else { return nil }
        return ([word.lowercased()], space + word.unicodeScalars.count)
    }

    /// "5%-10%", "€5-€10", "9:30-10:30" and "10am - 6pm", of which both ends are written in full; nil where there is no other end of
    /// that kind.
    private func range(from start: Found, in text: Text) -> Found? {
        let behind = text.dropFirst(start.length)
        guard let to = writing?.range, let (hyphen, length) = otherEnd(behind),
            let end = words(behind.dropFirst(length), behind: hyphen),
            let mark = self.mark(text.prefix(start.length)) ?? (time(text) == nil ? nil : ":"), mark != "/",
            mark == self.mark(behind.dropFirst(length).prefix(end.length)),
            isEnd(behind.dropFirst(length + end.length))
        else { return nil }
        return (start.words + to.spokenWords + end.words, start.length + length + end.length)
    }

    /// The hyphen before the other end of a range, which has a space on both sides or on none, and how many signs that is.
    private func otherEnd(_ text: Text) -> (hyphen: Unicode.Scalar, length: Int)? {
        let space = text.first == " " ? 1 : 0
        guard let hyphen = text.dropFirst(space).first, Self.hyphens.contains(hyphen),
            space == 0 || text.dropFirst(2).first == " "
        else { return nil }
        return (hyphen, 1 + 2 * space)
    }

    /// Whether no third number follows, as in a date.
    private func isEnd(_ text: Text) -> Bool {
        guard let (_, length) = otherEnd(text) else { return true }
        return length > 1 && text.dropFirst(length).first.map { !VocabularyText.isDigit($0) } ?? true
    }

    /// The signs that tell what a quantity is of, the same for all times of day; nil of a mere number.
    private func mark(_ text: Text) -> String? {
        let signs = String(text).filter {
            !$0.isWholeNumber && $0 != "." && $0 != "," && !$0.isWhitespace
        }
        if clock.contains(signs.filter(\.isLetter).lowercased()) { return ":" }
        return signs.isEmpty ? nil : signs
    }

    private static let minuses: Set<Unicode.Scalar> = ["-", "\u{2212}"]
    static let hyphens: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}"]
    private static let brackets: Set<Unicode.Scalar> = ["(", "[", "{", "\"", "\u{201C}"]

    // MARK: - Amounts

    /// A number, a fraction or a sum of money, up to its unit.
    private func amount(_ text: Text, isRange: Bool) -> Found? {
        let sign = text.first.map(String.init) ?? ""
        guard let currency = writing?.money[sign] else { return number(text, of: nil, isRange: isRange) }
        // "€5" and "€ 5".
        let behind = text.dropFirst().first
        let length = behind == " " || behind == "\u{A0}" ? 2 : 1
        return number(text.dropFirst(length), of: currency, isRange: isRange)
            .map { ($0.words, $0.length + length) }
    }

    /// - Parameter before: What the sign before it says that it is a sum of.
    private func number(
        _ text: Text, of before: LanguageWords.Writing.Currency?, isRange: Bool
    ) -> Found? {
        if let fraction = fraction(text) {
            return whole(fraction.words, fraction.length, of: text, currency: before, isOne: true)
        }
        guard let written = WrittenNumber(text) else { return nil }
        let said = large(written) ?? numbers.words(of: written.digits)
        var length = written.length
        var rest: Text { text.dropFirst(length) }

        let space = rest.first == " " ? 1 : 0
        if !written.hasPoint, let mixed = fraction(rest.dropFirst(space)) {
            let words = said + [numbers.and].compactMap { $0 } + mixed.words
            return whole(words, length + space + mixed.length, of: text, currency: before, isOne: false)
        }
        if isRange, let to = writing?.range, self.isRange(rest, ofMoney: before != nil),
            let end = number(rest.dropFirst(), of: before, isRange: false)
        {
            let year = before == nil ? year(written) : nil
            return ((year ?? said) + to.spokenWords + end.words, length + 1 + end.length)
        }
        let scale = scale(rest) ?? signs.multiple(behind: rest, isMoney: before != nil)
        length += scale?.length ?? 0
        let behind = before == nil ? currencyBehind(rest) : nil
        length += behind?.length ?? 0
        if let currency = before ?? behind?.currency {
            let sum = scale.map { said + $0.words + [currency.several] }
            return (sum ?? self.sum(written, said, of: currency), length)
        }
        let isOne = written.digits == "1" && scale == nil
        let asYear = scale == nil ? year(written) : nil
        let found = whole(
            said + (scale?.words ?? []), length, of: text, currency: nil, isOne: isOne, isYear: asYear != nil)
        if found.length == length, let asYear { return (asYear, length) }
        return found
    }

    /// The words of an amount, and those of its currency, or of the unit behind it.
    private func whole(
        _ words: [String], _ length: Int, of text: Text, currency: LanguageWords.Writing.Currency?,
        isOne: Bool, isYear: Bool = false
    ) -> Found {
        if let currency { return (words + [currency.several], length) }
        let unit = signs.unit(behind: text.dropFirst(length), isOne: isOne, isYear: isYear)
        return (words + (unit?.words ?? []), length + (unit?.length ?? 0))
    }

    /// "one million two hundred thousand" of "1,200,000": who writes commas means one number.
    private func large(_ number: WrittenNumber) -> [String]? {
        guard number.hasCommas, let value = Int(number.whole),
            let (word, scale) = writing?.scales.filter({ value >= $0.value }).max(by: { $0.value < $1.value })
        else { return nil }
        let rest = value % scale
        let below = rest == 0 ? [] : large(WrittenNumber(digits: "\(rest)")) ?? numbers.words(of: "\(rest)")
        let whole = numbers.words(of: "\(value / scale)") + [word] + below
        let parts = String(number.digits.dropFirst(number.whole.count))
        return parts.isEmpty ? whole : whole + numbers.words(of: parts)
    }

    /// "-20" and "-20km" behind a number, and not "-11-26" of a date or "-3/4".
    private func isRange(_ text: Text, ofMoney isMoney: Bool) -> Bool {
        guard let hyphen = text.first, Self.hyphens.contains(hyphen),
            let end = WrittenNumber(text.dropFirst())
        else { return false }
        let behind = text.dropFirst(1 + end.length)
        if signs.unit(behind: behind, isOne: false) != nil { return true }
        if signs.multiple(behind: behind, isMoney: isMoney) != nil { return true }
        if !isMoney, half(behind: behind) != nil { return true }
        return behind.first.map { !Self.hyphens.contains($0) && $0 != "/" && !VocabularyText.isLetter($0) }
            ?? true
    }

    /// "nineteen eighty four", of four digits that are a year as likely as not; the formatter writes them as such.
    func year(_ number: WrittenNumber) -> [String]? {
        guard writing?.yearsInPairs == true, number.length == 4, let value = Int(number.digits),
            (1300...1999).contains(value) || (2010...2099).contains(value)
        else { return nil }
        let century = numbers.words(of: "\(value / 100)")
        switch value % 100 {
        case 0: return numbers.hundred.map { century + [$0] }
        case let below where below < 10:
            return nought.map { century + [$0] + numbers.words(of: "\(below)") }
        case let below: return century + numbers.words(of: "\(below)")
        }
    }

    /// "1/2" and "½", not the beginning of "1/20" or "1/2/2026".
    private func fraction(_ text: Text) -> Found? {
        let fractions = writing?.fractions ?? [:]
        let longest = fractions.keys.filter { key in
            let next = text.dropFirst(key.unicodeScalars.count).first
            return begins(text, with: key) && next.map { !VocabularyText.isDigit($0) && $0 != "/" } ?? true
        }.max { $0.count < $1.count }
        return longest.flatMap { key in fractions[key].map { ($0.spokenWords, key.unicodeScalars.count) } }
    }

    private func scale(_ text: Text) -> Found? {
        guard text.first == " " else { return nil }
        let word = String(text.dropFirst().prefix(while: VocabularyText.isLetter)).lowercased()
        return writing?.scales[word].map { _ in ([word], 1 + word.unicodeScalars.count) }
    }

    // MARK: - Money

    /// "5 €" and "5€".
    private func currencyBehind(_ text: Text) -> (currency: LanguageWords.Writing.Currency, length: Int)? {
        let space = text.first == " " || text.first == "\u{A0}" ? 1 : 0
        guard let sign = text.dropFirst(space).first, let currency = writing?.money[String(sign)],
            // "5 $6": the second one's.
            text.dropFirst(space + 1).first.map({ !VocabularyText.isDigit($0) }) ?? true
        else { return nil }
        return (currency, space + 1)
    }

    /// - Parameter said: All of the number, as it is said by itself.
    private func sum(
        _ written: WrittenNumber, _ said: [String], of currency: LanguageWords.Writing.Currency
    ) -> [String] {
        let parts = written.digits.split(separator: ".", omittingEmptySubsequences: false)
        let unit = parts[0] == "1" ? currency.one : currency.several
        guard parts.count == 2 else { return said + [unit] }
        guard parts[1].count == 2, let below = Int(parts[1]),
            let hundredth = below == 1 ? currency.hundredth : currency.hundredths
        else { return said + [currency.several] }
        let whole =
            (written.hasCommas ? large(WrittenNumber(digits: written.whole)) : nil)
            ?? numbers.words(of: written.whole)
        let hundredths = numbers.words(of: "\(below)") + [hundredth]
        switch (parts[0], below) {
        case (_, 0): return whole + [unit]
        case ("0", _), ("", _): return hundredths
        default: return whole + [unit] + [numbers.and].compactMap { $0 } + hundredths
        }
    }

    // MARK: - Times and ordinals

    /// "9:30", "9:05", "9:00": not "9:3" or "16:9:1"; with a point where that is surely meant, "9.30am" and "9.30-10.30 pm".
    private func time(_ text: Text) -> Found? {
        guard let found = timeOfDay(text) else { return nil }
        let rest = text.dropFirst(found.length)
        if text.prefix(found.length).contains(":") || half(behind: rest) != nil { return found }
        guard let (_, length) = otherEnd(rest), let end = timeOfDay(rest.dropFirst(length)),
            half(behind: rest.dropFirst(length + end.length)) != nil
        else { return nil }
        return found
    }

    /// Two numbers that may be a time of day.
    private func timeOfDay(_ text: Text) -> Found? {
        let hour = text.prefix(while: VocabularyText.isDigit)
        guard hour.count <= 2, let hours = Int(String(hour)), hours < 24,
            let sign = text.dropFirst(hour.count).first, sign == ":" || sign == "."
        else { return nil }
        let behind = text.dropFirst(hour.count + 1)
        let minute = behind.prefix(while: VocabularyText.isDigit)
        guard minute.count == 2, let minutes = Int(String(minute)), minutes < 60, let nought,
            behind.dropFirst(2).first != ":"
        else { return nil }
        let below = minutes == 0 ? [] : numbers.words(of: "\(minutes)")
        let isBelowTen = (1...9).contains(minutes)
        return (numbers.words(of: "\(hours)") + (isBelowTen ? [nought] : []) + below, hour.count + 3)
    }

    /// "21st" and "19th".
    private func ordinal(_ text: Text) -> Found? {
        guard let number = WrittenNumber(text), !number.hasPoint, let ordinals = writing?.ordinals else {
            return nil
        }
        let ending = String(text.dropFirst(number.length).prefix(while: VocabularyText.isLetter)).lowercased()
        guard WrittenNumber.ordinalEndings.contains(ending),
            let words = numbers.ordinal(of: number.digits, ordinals)
        else { return nil }
        return (words, number.length + ending.count)
    }

    /// "1980s", "1980's" and "1900s"; not "2000s", which are no hundreds.
    private func decade(_ text: Text) -> Found? {
        guard let number = WrittenNumber(text), number.length == 4, let value = Int(number.digits),
            value % 1000 != 0, let word = writing?.decades.first(where: { $0.value == value % 100 })?.key
        else { return nil }
        let behind = text.dropFirst(4).first
        let length = behind == "'" || behind == "\u{2019}" ? 6 : 5
        guard text.dropFirst(length - 1).first == "s",
            text.dropFirst(length).first.map({ !VocabularyText.isLetter($0) }) ?? true
        else { return nil }
        return (numbers.words(of: "\(value / 100)") + [word], length)
    }

    private func begins(_ text: Text, with sign: String) -> Bool { text.starts(with: sign.unicodeScalars) }
}

/// Digits at the beginning of a text, with commas before each three and one point, which may be the first sign.
struct WrittenNumber: Sendable {
    /// What stands behind the digits of an ordinal number, in English.
    static let ordinalEndings: Set<String> = ["st", "nd", "rd", "th"]

    /// Digits and at most one point.
    let digits: String
    /// How many signs of the text it takes, commas among them.
    let length: Int
    var hasPoint: Bool { digits.contains(".") }
    var hasCommas: Bool { length > digits.count }
    /// Its digits before the point.
    var whole: String { String(digits.prefix { $0 != "." }) }

    /// What is left of a number with commas.
    init(digits: String) {
        self.digits = digits
        length = digits.count + 1
    }

    /// Nil where `text` does not begin with a digit, or a point and a digit.
    init?(_ text: WrittenQuantities.Text) {
        var written = ""
        var rest = text
        var length = 0
        while let scalar = rest.first {
            let next = rest.dropFirst().first.map(VocabularyText.isDigit) ?? false
            if scalar == ",", next, !written.isEmpty,
                rest.dropFirst().prefix(4).prefix(while: VocabularyText.isDigit).count == 3
            {
                rest = rest.dropFirst()
                length += 1
                continue
            }
            let isPoint = scalar == "." && next && !written.contains(".")
            guard VocabularyText.isDigit(scalar) || isPoint else { break }
            written.unicodeScalars.append(scalar)
            rest = rest.dropFirst()
            length += 1
        }
        guard !written.isEmpty else { return nil }
        digits = written
        self.length = length
    }
}
