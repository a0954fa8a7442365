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
    package func text(_ utterance: String, _ spelling: Spelling = .words) -> DictatedText {
        let written = utterance.split(whereSeparator: \.isWhitespace).map(String.init)
        // As they are spoken: in lower case, and without the marks that a recognizer put there.
        let spoken = spelling == .words ? written.map { $0.lowercased() } : written.map(\.bare)
        var line = WrittenLine()
        var takesBack = 0
        var at = 0
        while at < spoken.count {
            let rest = spoken[at...]
            if let phrase = takeBack.match(rest) {
                if line.isEmpty { takesBack += 1 }
                line = WrittenLine()
                at += phrase.words.count
            } else if let mark = marks.match(rest), !isLiteral(at, in: spoken) {
                line.add(mark: mark.text, replacing: spelling == .written)
                at += mark.words.count
            } else if spelling == .written {
                line.add(word: written[at])
                at += 1
            } else if let (text, count) = number(rest) ?? address(rest) {
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

    private func number(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        guard let numbers else { return nil }
        if let digits = digits(words) { return digits }
        guard let first = numbers.longest(words) else { return nil }
        let rest = words.dropFirst(first.count)
        if let unit = units.match(rest) {
            return ("\(first.value)\(unit.text)", first.count + unit.words.count)
        }
        if let time = time(first, rest) { return time }
        if (11...20).contains(first.value), let second = numbers.longest(rest),
            (10...99).contains(second.value)
        {
            return ("\(first.value * 100 + second.value)", first.count + second.count)
        }
        return first.value < 10 ? nil : ("\(first.value)", first.count)
    }

    /// "Three pm", "three thirty pm".
    private func time(
        _ hour: SpokenNumbers.Found, _ rest: ArraySlice<String>
    ) -> (text: String, count: Int)? {
        guard (1...12).contains(hour.value) else { return nil }
        if let half = clock.match(rest) {
            return ("\(hour.value) \(half.text)", hour.count + half.words.count)
        }
        guard let minute = numbers?.longest(rest), (10...59).contains(minute.value),
            let half = clock.match(rest.dropFirst(minute.count))
        else { return nil }
        return ("\(hour.value):\(minute.value) \(half.text)", hour.count + minute.count + half.words.count)
    }

    /// Three or more that are said one by one.
    private func digits(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        var text = ""
        for word in words {
            if let digit = language.digits[word] ?? numbers?.digit(word) { text += digit } else { break }
        }
        // A word such as "oh" is a digit between others only.
        guard text.count >= 3, let first = words.first, language.digits[first] == nil else { return nil }
        // "One two three hundred": the last belongs to a number of its own.
        let end = words.startIndex + text.count
        guard let last = numbers?.longest(words[(end - 1)...]), last.count > 1 else {
            return (text, text.count)
        }
        return nil
    }

    // MARK: - Addresses

    /// "Ada dot lovelace at example dot org", "example dot org".
    private func address(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        guard let dot = language.dot, let name = dotted(words, dot) else { return nil }
        let rest = words.dropFirst(name.count)
        if let at = language.at, rest.first == at, let domain = dotted(rest.dropFirst(), dot),
            domain.count > 1
        {
            return ("\(name.text)@\(domain.text)", name.count + 1 + domain.count)
        }
        return name.count > 1 ? name : nil
    }

    /// As many words as have the word for a dot between them.
    private func dotted(_ words: ArraySlice<String>, _ dot: String) -> (text: String, count: Int)? {
        guard let first = words.first, first != dot, !language.literalAfter.contains(first) else {
            return nil
        }
        var text = first
        var count = 1
        var rest = words.dropFirst()
        while rest.first == dot, let next = rest.dropFirst().first, next != dot {
            text += ".\(next)"
            count += 2
            rest = rest.dropFirst(2)
        }
        return (text, count)
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
