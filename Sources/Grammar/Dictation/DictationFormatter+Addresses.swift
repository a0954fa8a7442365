/// Addresses of mail and hosts.
extension DictationFormatter {
    /// A part of an address, and how many words that is.
    private struct Part {
        var text: String
        var count: Int
        /// How many of the words are figures.
        var figureCount = 0
    }

    /// Parts with marks between them: "ada dot lovelace", "studio fifty four dot com".
    private struct Parts {
        let first: Part
        var text: String
        var count: Int
        var dotCount = 0
        /// The last part, where a dot stands before it.
        var ending: String?
    }

    /// "Ada dot lovelace at example dot org", "ada one two at example dot org", "example dot org".
    func address(
        _ words: ArraySlice<String>, behind said: ArraySlice<String>
    ) -> (text: String, count: Int)? {
        guard language.dot != nil, let first = words.first, let name = parts(words) else { return nil }
        // "I'm at example dot org".
        let isHost = !language.notNames.contains(first) && !first.contains("'")
        let isPutTogether = name.count > name.first.count || name.first.count - name.first.figureCount > 1
        let figures = figures(words.dropFirst(name.count))
        let isOwner = figures.count > 0 || !isThing(first, behind: said)
        let isName = isHost && isOwner && !language.beforeAt.contains(first)
        let rest = words.dropFirst(name.count + figures.count)
        if isName || isPutTogether, let at = language.at, rest.first == at,
            let domain = parts(rest.dropFirst()), isDomain(domain, isBehindAt: true),
            // "Mail bob at ada dot lovelace at example dot org": the name comes yet.
            rest.dropFirst(1 + domain.count).first != at
        {
            let count = name.count + figures.count + 1 + domain.count
            return ("\(name.text)\(figures.text)@\(domain.text)", count)
        }
        // "The dot com bubble" is none, "mail dot example dot org" is. Of "they have twenty dot com companies" the number is none either.
        guard isHost || name.count > 3, name.first.figureCount == 0, isDomain(name, isBehindAt: false)
        else { return nil }
        return (name.text, name.count)
    }

    /// Whether a word is rather a thing than somebody's name: "my ticket at museum dot com", "two tickets at …". "Our support at …" is
    /// none, nor is what stands behind a number that counts nothing: "zip nine four one oh three bob at …", "room five bob at …".
    private func isThing(_ word: String, behind said: ArraySlice<String>) -> Bool {
        guard let before = said.last, !language.mailboxes.contains(word) else { return false }
        if language.literalAfter.contains(before) { return true }
        let isNumbered = said.dropLast().last.map { beginsNumber([$0]) || language.numberAfter.contains($0) }
        return beginsNumber([before]) && isNumbered != true
    }

    /// Whether a host may have such a name. Where its last part is a word as well, nothing else can be meant: "a red dot in the corner",
    /// and "stare at that dot in the corner", have none.
    private func isDomain(_ parts: Parts, isBehindAt: Bool) -> Bool {
        guard let ending = parts.ending else { return false }
        if language.domains.isEmpty || language.domains.contains(ending) { return true }
        guard language.domainWords.contains(ending) else { return false }
        let isName =
            !language.notNames.contains(parts.first.text)
            && !language.literalAfter.contains(parts.first.text)
        return parts.dotCount > 1 || isBehindAt && isName
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

    /// As many parts as have the word for a dot, or for another mark of addresses, between them.
    private func parts(_ words: ArraySlice<String>) -> Parts? {
        guard let word = words.first, addressMark(word) == nil else { return nil }
        let first = part(words, isFirst: true)
        var parts = Parts(first: first, text: first.text, count: first.count)
        while let mark = joint(words.dropFirst(parts.count)) {
            let next = part(words.dropFirst(parts.count + 1), isFirst: false)
            parts.text += mark + next.text
            parts.count += 1 + next.count
            parts.dotCount += mark == "." ? 1 : 0
            parts.ending = mark == "." ? next.text : nil
        }
        return parts
    }

    private func addressMark(_ word: String) -> String? {
        word == language.dot ? "." : language.addressMarks[word]
    }

    /// The mark that words begin with, where a part follows it.
    private func joint(_ words: ArraySlice<String>) -> String? {
        guard let next = words.dropFirst().first, addressMark(next) == nil else { return nil }
        return words.first.flatMap(addressMark)
    }

    /// The part that words begin with: one of them, or letters that are said one by one, as in "w w w dot example dot org", and figures
    /// that stand between these and a mark; or figures alone.
    private func part(_ words: ArraySlice<String>, isFirst: Bool) -> Part {
        let letters = words.prefix { $0.bare.count == 1 && $0.bare.first?.isLetter == true }
        let alone = figures(words)
        // "Three dot com" begins with a name.
        if letters.isEmpty, alone.count > (isFirst ? 1 : 0) {
            return Part(text: alone.text, count: alone.count, figureCount: alone.count)
        }
        let text = letters.isEmpty ? words.first ?? "" : letters.map(\.bare).joined()
        let count = max(1, letters.count)
        let behind = figures(words.dropFirst(count))
        // "See example dot org two hyphen three".
        let isEnding = !isFirst && language.domains.contains(text)
        guard !isEnding, joint(words.dropFirst(count + behind.count)) != nil else {
            return Part(text: text, count: count)
        }
        return Part(text: text + behind.text, count: count + behind.count, figureCount: behind.count)
    }
}
