/// Addresses of mail and hosts.
extension DictationFormatter {
    /// "Ada dot lovelace at example dot org", "ada one two at example dot org", "example dot org".
    func address(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
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
