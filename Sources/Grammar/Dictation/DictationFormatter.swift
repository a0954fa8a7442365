import Models

/// Writes dictated words as one reads them: capitals, spoken marks, numbers in digits, addresses of mail.
///
/// What is spoken for what is in the language's table, `writing:` in the file of words. A sentence begins where an utterance does,
/// and after a mark that ends one. Numbers from ten on are written in digits, smaller ones where something belongs to them ("three pm"),
/// three and more digits that are said one by one as one number, and two numbers as a year, or as one behind a word such as "room".
/// What may mean two things stays in words: "two fifty" is a time or a price. A value; any thread may use it.
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
    struct Table: Sendable {
        private let phrases: [String: [(words: [String], text: String)]]

        init(_ map: [String: String]) {
            let all = map.map { (words: $0.key.spokenWords, text: $0.value) }.filter { !$0.words.isEmpty }
            phrases = Dictionary(grouping: all) { $0.words[0] }
                .mapValues { $0.sorted { $0.words.count > $1.words.count } }
        }

        /// Phrases that stand for nothing else.
        init(phrases: [String]) {
            self.init(Dictionary(phrases.map { ($0, "") }) { first, _ in first })
        }

        func match(_ words: ArraySlice<String>) -> (words: [String], text: String)? {
            words.first.flatMap { phrases[$0] }?.first { words.starts(with: $0.words) }
        }
    }

    let marks: Table
    let units: Table
    let clock: Table
    /// What is said behind several of what is measured, and behind hundredths of money.
    let measures: Table
    /// What is said behind one of what is measured or counted: "a ten kilometer run", "two twelve year olds".
    let singleMeasures: Table
    /// What is said behind several of what is measured or counted.
    let severalMeasures: Table
    private let takeBack: Table
    private let keptAfter: [[String]]
    let addressAfter: [[String]]
    let literalPhrases: [[String]]
    let language: LanguageWords.Writing
    let numbers: SpokenNumbers?

    /// - Parameter words: Of a language; nil where it has no table `writing:`.
    package init?(_ words: LanguageWords) {
        guard let language = words.writing else { return nil }
        self.language = language
        marks = Table(language.marks)
        units = Table(language.units)
        clock = Table(language.clock)
        let measured = language.measured(thousand: words.numbers?.thousand)
        let counted = measured + language.counted.map { LanguageWords.Writing.ways($0) }
        measures = Table(phrases: measured.map { $0.several } + language.hundredths)
        // "In second place".
        let single = counted.filter { $0.one != $0.several && !language.ordinals.contains($0.one) }
        singleMeasures = Table(phrases: single.map { $0.one })
        severalMeasures = Table(phrases: counted.map { $0.several })
        takeBack = Table(phrases: language.takeBack)
        keptAfter = language.keptAfter.map(\.spokenWords)
        addressAfter = language.addressAfter.map(\.spokenWords)
        literalPhrases = language.literalPhrases.map(\.spokenWords)
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
        let heard = Heard(utterance, spelling)
        var line = WrittenLine(after: before.last)
        var takesBack = 0
        // Whether what stood before was just taken back.
        var isBegunAnew = false
        var at = 0
        // Where the words began that are under way.
        var start = 0
        while at < heard.spoken.count {
            let rest = heard.spoken[at...]
            let said = heard.spoken[start..<at]
            // Of a text that goes on, the last word.
            let isFirst = line.isEmpty && said.isEmpty
            let behind = isFirst ? ArraySlice([line.wordBefore].compactMap { $0 }) : said
            // "Scratch that comma": where a sentence begins, there is nothing that it could part.
            let dropsPause = isBegunAnew && line.isEmpty && line.wordBefore == nil
            if let phrase = takeBack.match(rest), isTakingBack(phrase.words, at: at, in: heard) {
                let isLast = at + phrase.words.count == heard.spoken.count
                if line.isEmpty || isLast && isLeadIn(line) { takesBack += 1 }
                line = WrittenLine(after: before.dropLast(takesBack).last)
                isBegunAnew = true
                at += phrase.words.count
                start = at
            } else if let mark = marks.match(rest), !isLiteral(mark.words, at: at, in: heard) {
                at += mark.words.count
                start = at
                if dropsPause, WrittenLine.endsWithMark(mark.text) { continue }
                line.add(mark: mark.text, replacing: spelling == .written)
                if spelling == .written { line.add(markBehind: heard.written[at - 1]) }
            } else if dropsPause, heard.spoken[at].isEmpty, WrittenLine.endsWithMark(heard.written[at]) {
                at += 1
            } else if spelling == .written {
                line.add(word: heard.written[at], isFixed: isSpelled(heard.written[at]))
                at += 1
            } else if let (text, count) = number(rest, behind: behind) {
                line.add(word: text, isFixed: text.first?.isLetter != true)
                at += count
            } else if let (text, count) = address(rest, behind: behind) {
                line.add(word: text, isFixed: true)
                at += count
            } else {
                let word = heard.spoken[at]
                let isDate = isMonth(rest, behind: behind)
                let plain = isDate ? word.prefix(1).uppercased() + word.dropFirst() : word
                line.add(word: language.capitals[word] ?? plain)
                at += 1
            }
        }
        return DictatedText(text: line.text, takesBack: takesBack)
    }

    // MARK: - What is meant as it is

    /// The words of an utterance.
    private struct Heard {
        let written: [String]
        /// As they are spoken: in lower case, and without the marks that a recognizer put there.
        let spoken: [String]
        /// Whether a recognizer put any there.
        let hasMarks: Bool

        init(_ utterance: String, _ spelling: Spelling) {
            written = utterance.split(whereSeparator: \.isWhitespace).map(String.init)
            spoken = spelling == .words ? written.map { $0.lowercased() } : written.map(\.bare)
            hasMarks = spelling == .written && written.contains(where: WrittenLine.endsWithMark)
        }

        /// Whether a mark, or nothing at all, stands before the word.
        func hasMark(before at: Int) -> Bool { at == 0 || WrittenLine.endsWithMark(written[at - 1]) }

        /// Whether a phrase is said, without a mark within it, of which these words are a part.
        func has(_ phrase: [String], around words: Range<Int>) -> Bool {
            guard phrase.count >= words.count else { return false }
            let starts = max(0, words.upperBound - phrase.count)..<words.lowerBound + 1
            return starts.contains { start in
                spoken[start...].starts(with: phrase)
                    && !(start..<start + phrase.count).dropLast().contains { hasMark(behind: $0 + 1) }
            }
        }

        /// Whether a mark, or nothing at all, stands behind the words up to this one.
        func hasMark(behind end: Int) -> Bool {
            end == written.count || WrittenLine.endsWithMark(written[end - 1])
        }

        /// Whether just this mark, or nothing at all, stands behind the words up to this one.
        func hasMark(_ mark: String?, behind end: Int) -> Bool {
            end == written.count || written[end - 1].last.map(String.init) == mark
        }
    }

    /// Whether the words around say that a mark is meant as a word.
    private func isLiteral(_ mark: [String], at: Int, in heard: Heard) -> Bool {
        let end = at + mark.count
        if !heard.hasMark(before: at), language.literalAfter.contains(heard.spoken[at - 1]) { return true }
        if literalPhrases.contains(where: { heard.has($0, around: at..<end) }) { return true }
        guard heard.hasMarks, language.setApart.contains(mark.joined(separator: " ")) else { return false }
        // What stands at a sentence's end may be its last word: "a difficult period." and "in that period, we won".
        let sign = marks.match(mark[...])?.text
        let isBeside = sign == "." ? heard.hasMark(sign, behind: end) : heard.hasMark(behind: end)
        return !heard.hasMark(before: at) && !isBeside
    }

    /// Whether a recognizer's word is written as it is also where a sentence begins: "ada@example.org", "iPhone".
    private func isSpelled(_ word: String) -> Bool {
        if word.bare.contains(where: { $0 == "@" || $0 == "." || $0 == ":" }) { return true }
        return word.drop(while: { !$0.isLetter }).dropFirst().contains(where: \.isUppercase)
    }

    /// Whether "scratch that" takes something back, and is not a part of what is said: in a text that has marks it stands by itself,
    /// but for words such as "no" before it.
    private func isTakingBack(_ phrase: [String], at: Int, in heard: Heard) -> Bool {
        guard heard.hasMarks else { return !Self.ends(heard.spoken[..<at], with: keptAfter) }
        var start = at
        while !heard.hasMark(before: start), language.takeBackAfter.contains(heard.spoken[start - 1]) {
            start -= 1
        }
        return heard.hasMark(before: start) && heard.hasMark(behind: at + phrase.count)
    }

    /// Whether a line has nothing but words that say nothing by themselves before "scratch that": "oh no", and not the answer "No."
    private func isLeadIn(_ line: WrittenLine) -> Bool {
        guard !line.endsSentence else { return false }
        let words = line.text.split(whereSeparator: \.isWhitespace).map { String($0).bare }
        return words.contains { !$0.isEmpty }
            && words.allSatisfy { $0.isEmpty || language.takeBackAfter.contains($0) }
    }

    static func ends(_ words: ArraySlice<String>, with phrases: [[String]]) -> Bool {
        phrases.contains { !$0.isEmpty && words.suffix($0.count).elementsEqual($0) }
    }
}

extension LanguageWords.Writing {
    /// What is said for one and for several of something: "kilometer | kilometers".
    fileprivate static func ways(_ said: String) -> (one: String, several: String) {
        let ways = said.split(separator: "|").map { String($0).spokenWords.joined(separator: " ") }
        return (ways.first ?? "", ways.last ?? "")
    }

    /// What is said behind one and several of what is measured: "kilometers" and "minutes".
    ///
    /// - Parameter thousand: The numbers' own word, which the scales lack.
    fileprivate func measured(thousand: String?) -> [(one: String, several: String)] {
        var found: [(one: String, several: String)] = []
        for (written, said) in signs where !written.hasSuffix(".") {
            let ways = Self.ways(said)
            guard ways.several != thousand, scales[ways.several] == nil,
                said.contains("|") || written.contains(where: \.isLetter)
            else { continue }
            found.append(ways)
        }
        return found
    }

    /// What is said behind hundredths of money.
    fileprivate var hundredths: [String] {
        money.values.flatMap { [$0.hundredth, $0.hundredths].compactMap { $0 } }
    }
}

extension String {
    /// As it is spoken: in lower case, without marks around it.
    var bare: String {
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
