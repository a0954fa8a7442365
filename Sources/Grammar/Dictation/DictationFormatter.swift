import Models

/// Writes dictated words as one reads them: capitals, spoken marks, numbers in digits, addresses of mail.
///
/// What is spoken for what is in the language's table, `writing:` in the file of words. A sentence begins where an utterance does, and after a
/// mark that ends one. Numbers from ten on are written in digits, smaller ones where something belongs to them ("three pm"),
/// three and more digits that are said one by one as one number, and two numbers as a year. A value; any thread may use it.
///
/// ```swift
/// let formatter = try DictationFormatter(pack.languageWords())
/// formatter?.text("mail ada at example dot org before three pm full stop").text
/// // "Mail ada@example.org before 3 pm."
/// ```
package struct DictationFormatter: Sendable {
    /// Who put the words down.
    package enum Spelling: Sendable, Hashable {
        /// A recognizer that gives words in lower case, and nothing but words.
        case words
        /// A recognizer that writes numbers, capitals and marks by itself: only spoken marks and what is taken back are looked for.
        case written
    }

    /// What is said, by its first word; of each the longest first.
    private struct Table: Sendable {
        private let phrases: [String: [(words: [String], text: String)]]

        init(_ map: [String: String]) {
            let all = map.map { (words: $0.key.spokenWords, text: $0.value) }.filter { !$0.words.isEmpty }
            phrases = Dictionary(grouping: all) { $0.words[0] }
                .mapValues { $0.sorted { $0.words.count > $1.words.count } }
        }

        func match(_ words: ArraySlice<String>) -> (words: [String], text: String)? {
            words.first.flatMap { phrases[$0] }?.first { words.starts(with: $0.words) }
        }
    }

    private let marks: Table
    private let units: Table
    private let clock: Table
    private let takeBack: Table
    private let language: LanguageWords.Writing
    private let numbers: SpokenNumbers?

    /// - Parameter words: Of a language; nil where it has no table `writing:`.
    package init?(_ words: LanguageWords) {
        guard let language = words.writing else { return nil }
        self.language = language
        marks = Table(language.marks)
        units = Table(language.units)
        clock = Table(language.clock)
        takeBack = Table(Dictionary(language.takeBack.map { ($0, "") }) { first, _ in first })
        numbers = SpokenNumbers(words)
    }

    /// Writes an utterance.
    ///
    /// - Parameters:
    ///   - utterance: Its words, with spaces between them.
    ///   - spelling: Who put them down.
    ///   - before: The texts that it goes on, the newest last, where it is no utterance by itself: a sentence may be under way.
    package func text(
        _ utterance: String, _ spelling: Spelling = .words, after before: [String] = []
    ) -> DictatedText {
        let written = utterance.split(whereSeparator: \.isWhitespace).map(String.init)
        // As they are spoken: in lower case, and without the marks that a recognizer put there.
        let spoken = spelling == .words ? written.map { $0.lowercased() } : written.map(\.bare)
        var line = WrittenLine(after: before.last)
        var takesBack = 0
        var at = 0
        while at < spoken.count {
            let rest = spoken[at...]
            if let phrase = takeBack.match(rest) {
                if line.isEmpty { takesBack += 1 }
                line = WrittenLine(after: before.dropLast(takesBack).last)
                at += phrase.words.count
            } else if let mark = marks.match(rest), !isLiteral(at, in: spoken) {
                line.add(mark: mark.text, replacing: spelling == .written)
                at += mark.words.count
            } else if spelling == .written {
                line.add(word: written[at])
                at += 1
            } else if let (text, count) = number(rest, behind: spoken[..<at].last) ?? address(rest) {
                line.add(word: text, isFixed: true)
                at += count
            } else {
                line.add(word: language.capitals[spoken[at]] ?? spoken[at])
                at += 1
            }
        }
        return DictatedText(text: line.text, takesBack: takesBack)
    }

    /// Whether the word before says that a mark is meant as a word.
    private func isLiteral(_ at: Int, in words: [String]) -> Bool {
        at > 0 && language.literalAfter.contains(words[at - 1])
    }

    // MARK: - Numbers

    private func number(
        _ words: ArraySlice<String>, behind before: String?
    ) -> (text: String, count: Int)? {
        guard let numbers else { return nil }
        let first = longest(words)
        let rest = words.dropFirst(first?.count ?? 0)
        if let first, let time = time(first, rest, behind: before) { return time }
        if let digits = digits(words) { return digits }
        guard let first else { return nil }
        if isOrdinal(first, rest) { return nil }
        let parts = fraction(rest)
        let behind = rest.dropFirst(parts.count)
        if let unit = units.match(behind) {
            let count = first.count + parts.count + unit.words.count
            return ("\(first.value)\(parts.text)\(unit.text)", count)
        }
        if parts.count > 0 { return ("\(first.value)\(parts.text)", first.count + parts.count) }
        if let counted = counted(words) { return counted }
        // "Eleven thirty" and "twelve fifteen" are rather times of day.
        if (13...20).contains(first.value), let second = yearOfCentury(rest) {
            return ("\(first.value * 100 + second.value)", first.count + second.count)
        }
        // "Nine thirty", "room three twelve": not half in words.
        let isFirstOfTwo = numbers.longest(rest).map { (10...99).contains($0.value) } ?? false
        return first.value < 10 && !isFirstOfTwo ? nil : ("\(first.value)", first.count)
    }

    /// The longest number that words begin with. "Eight hundred five five five one" is a round one, and digits behind it.
    private func longest(_ words: ArraySlice<String>) -> SpokenNumbers.Found? {
        guard let all = numbers?.longest(words), all.count > 1,
            let round = numbers?.longest(words.prefix(all.count - 1)), round.count == all.count - 1,
            round.value % 100 == 0
        else { return numbers?.longest(words) }
        let following = words.dropFirst(round.count).prefix(3)
        return following.count == 3 && following.allSatisfy { digit($0) != nil } ? round : all
    }

    /// Whether more than a number is said: "twenty first", "one hundred and tenth".
    private func isOrdinal(_ number: SpokenNumbers.Found, _ rest: ArraySlice<String>) -> Bool {
        var rest = rest
        if number.value % 100 == 0, let and = numbers?.and, rest.first == and { rest = rest.dropFirst() }
        return rest.first.map(language.ordinals.contains) ?? false
    }

    /// "Thirteen fourteen fifteen": three or more numbers from ten on, each as much greater than the one before, are no year.
    private func counted(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        var values: [Int] = []
        var count = 0
        while let next = numbers?.longest(words.dropFirst(count)), (10...99).contains(next.value),
            values.last.map({ next.value > $0 }) ?? true,
            values.count < 2 || next.value - values[values.count - 1] == values[1] - values[0]
        {
            values.append(next.value)
            count += next.count
        }
        return values.count < 3 ? nil : (values.map(String.init).joined(separator: " "), count)
    }

    /// "Eighty four", "oh five".
    private func yearOfCentury(_ words: ArraySlice<String>) -> SpokenNumbers.Found? {
        if let zero = words.first, digit(zero) == "0", let unit = words.dropFirst().first.flatMap(digit),
            unit != "0", words.dropFirst(2).first.flatMap(digit) == nil
        {
            return Int(unit).map { ($0, 2) }
        }
        return numbers?.longest(words).flatMap { (10...99).contains($0.value) ? $0 : nil }
    }

    /// "Point five"; of a version "point one point three".
    private func fraction(_ words: ArraySlice<String>) -> (text: String, count: Int) {
        var (text, count) = ("", 0)
        while let point = language.point, words.dropFirst(count).first == point {
            let digits = words.dropFirst(count + 1).prefix { digit($0) != nil }.compactMap(digit)
            guard !digits.isEmpty else { break }
            text += ".\(digits.joined())"
            count += 1 + digits.count
        }
        return (text, count)
    }

    private func digit(_ word: String) -> String? { language.digits[word] ?? numbers?.digit(word) }

    /// "Three pm", "three thirty pm", "three oh five pm"; "three thirty" behind a word such as "at".
    private func time(
        _ hour: SpokenNumbers.Found, _ rest: ArraySlice<String>, behind before: String?
    ) -> (text: String, count: Int)? {
        guard (1...12).contains(hour.value) else { return nil }
        if let half = clock.match(rest) {
            return ("\(hour.value) \(half.text)", hour.count + half.words.count)
        }
        let minutes: (text: String, count: Int)
        if let zero = rest.first, digit(zero) == "0", let last = rest.dropFirst().first.flatMap(digit) {
            minutes = ("0\(last)", 2)
        } else if let found = numbers?.longest(rest), (10...59).contains(found.value) {
            minutes = ("\(found.value)", found.count)
        } else {
            return nil
        }
        let behind = rest.dropFirst(minutes.count)
        guard let half = clock.match(behind) else {
            let isTime = before.map(language.timeAfter.contains) ?? false
            guard isTime, behind.first.flatMap(digit) == nil, numbers?.longest(behind) == nil else {
                return nil
            }
            return ("\(hour.value):\(minutes.text)", hour.count + minutes.count)
        }
        return ("\(hour.value):\(minutes.text) \(half.text)", hour.count + minutes.count + half.words.count)
    }

    /// Three or more that are said one by one.
    private func digits(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        let text = words.prefix { digit($0) != nil }.compactMap(digit).joined()
        // A word such as "oh" begins long ones only, unless it is said twice.
        let zeros = words.prefix { language.digits[$0] != nil }.count
        let least = zeros == 1 ? 5 : 3
        guard text.count >= least else { return nil }
        // "One two three hundred": the last belongs to a number of its own.
        let end = words.startIndex + text.count
        guard let last = numbers?.longest(words[(end - 1)...]), last.count > 1 else {
            return (text, text.count)
        }
        return nil
    }

    // MARK: - Addresses

    /// "Ada dot lovelace at example dot org", "ada one two at example dot org", "example dot org".
    private func address(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        guard let dot = language.dot, let first = words.first, let name = dotted(words, dot) else {
            return nil
        }
        // "I'm at example dot org".
        let isName = !language.notNames.contains(first) && !first.contains("'")
        let figures = figures(words.dropFirst(name.count))
        let rest = words.dropFirst(name.count + figures.count)
        if isName || name.count > 1, let at = language.at, rest.first == at,
            let domain = dotted(rest.dropFirst(), dot), domain.isDomain,
            // "Mail bob at ada dot lovelace at example dot org": the name comes yet.
            rest.dropFirst(1 + domain.count).first != at
        {
            let count = name.count + figures.count + 1 + domain.count
            return ("\(name.text)\(figures.text)@\(domain.text)", count)
        }
        // "The dot com bubble" is none, "mail dot example dot org" is.
        return name.isDomain && (isName || name.count > 3) ? (name.text, name.count) : nil
    }

    /// Numbers behind a name.
    private func figures(_ words: ArraySlice<String>) -> (text: String, count: Int) {
        var (text, count) = ("", 0)
        while let word = words.dropFirst(count).first {
            if let digit = digit(word) {
                text += digit
                count += 1
            } else if let number = numbers?.longest(words.dropFirst(count)) {
                text += "\(number.value)"
                count += number.count
            } else {
                break
            }
        }
        return (text, count)
    }

    /// As many words as have the word for a dot, or for another mark of addresses, between them.
    private func dotted(
        _ words: ArraySlice<String>, _ dot: String
    ) -> (text: String, count: Int, isDomain: Bool)? {
        func mark(_ word: String) -> String? { word == dot ? "." : language.addressMarks[word] }
        guard let first = words.first, mark(first) == nil else { return nil }
        var (text, count) = spelled(words)
        var last = text
        var lastMark = ""
        while let between = words.dropFirst(count).first.flatMap(mark),
            let next = words.dropFirst(count + 1).first, mark(next) == nil
        {
            let part = spelled(words.dropFirst(count + 1))
            text += between + part.text
            count += 1 + part.count
            (last, lastMark) = (part.text, between)
        }
        let endsAsDomain = language.domains.isEmpty || language.domains.contains(last)
        return (text, count, isDomain: lastMark == "." && endsAsDomain)
    }

    /// The first word; or the first ones together where they are letters that are said one by one, as in "w w w dot example dot org".
    private func spelled(_ words: ArraySlice<String>) -> (text: String, count: Int) {
        let letters = words.prefix { $0.bare.count == 1 && $0.bare.first?.isLetter == true }
        return letters.count < 2 ? (words.first ?? "", 1) : (letters.map(\.bare).joined(), letters.count)
    }
}

extension String {
    /// As it is spoken: in lower case, without marks around it.
    fileprivate var bare: String {
        let letters = lowercased().drop { $0.isPunctuation || $0.isSymbol }
        var end = letters.endIndex
        while end > letters.startIndex, case let before = letters.index(before: end),
            letters[before].isPunctuation || letters[before].isSymbol
        {
            end = before
        }
        return String(letters[..<end])
    }
}
