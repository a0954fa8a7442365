import Settings

/// Recursive descent over JSGF rule expansions (JSpeech Grammar Format, W3C Note of 5 June 2000, section 4).
///
/// Operators bind as in the note: a repeat or tag to the item before it, then sequence, weight, alternative. Words are
/// taken in lower case; a quoted token stands for its words.
struct ExpansionParser {
    /// A complaint that ends the parse.
    struct Failure: Error {
        let text: String
        let offset: Int
    }

    private(set) var at: Int
    /// Where what was passed last ends, before the white space and comments that follow it.
    private(set) var endOfToken = 0
    private var endOfSpace = 0
    private let source: PhraseSource
    private let text: [Unicode.Scalar]
    private var depth = 0
    private static let deepest = 24
    private static let mostPostfixes = 8

    init(_ source: PhraseSource, at offset: Int = 0) {
        self.source = source
        text = source.text
        at = offset
    }

    /// Parses the whole of `source` as one expansion; complains and returns nil if it is none.
    static func parse(_ source: PhraseSource, _ complaints: Complaints) -> Expansion? {
        var parser = ExpansionParser(source)
        do {
            let expansion = try parser.alternatives()
            try parser.expectEnd()
            return expansion
        } catch {
            complaints.add(error.text, at: source.mark(at: error.offset))
            return nil
        }
    }

    // MARK: - Expansions

    /// Alternatives up to a closing bracket, `;` or the end, none of which is consumed.
    mutating func alternatives() throws(Failure) -> Expansion {
        var all: [Expansion.Alternative] = []
        var unweighted: Int?
        var weighted = false
        repeat {
            try skipSpace()
            let start = at
            if let weight = try weight() {
                weighted = true
                all.append(.init(weight: weight, try sequence()))
            } else {
                unweighted = unweighted ?? start
                all.append(.init(try sequence()))
            }
        } while take("|")
        if weighted, let unweighted {
            throw Failure(
                text: "this alternative has no weight; give all of them one, as in '/2/', or none",
                offset: unweighted)
        }
        if all.count == 1 { return all[0].expansion }
        if weighted, !all.contains(where: { $0.weight > 0 }) {
            throw Failure(text: "every weight here is 0; give at least one alternative more", offset: at)
        }
        return .alternatives(all)
    }

    private mutating func sequence() throws(Failure) -> Expansion {
        var parts: [Expansion] = []
        while let part = try item() {
            if case .sequence(let words) = part { parts += words } else { parts.append(part) }
        }
        guard !parts.isEmpty else {
            let found = at < text.count ? "'\(text[at])'" : "the end"
            throw Failure(
                text:
                    "words are missing before \(found); for nothing said, write <NULL> or put the rest in '[ ]'",
                offset: at)
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// One word, group or reference with the repeats and tags behind it; nil at the end of a sequence.
    private mutating func item() throws(Failure) -> Expansion? {
        try skipSpace()
        guard at < text.count else { return nil }
        var item: Expansion
        switch text[at] {
        case "(": item = try group("(", ")")
        case "[": item = .optional(try group("[", "]"))
        case "<": item = try reference()
        case "\"": item = try quoted()
        case "|", ")", "]", ";": return nil
        case "*", "+":
            throw Failure(
                text: "'\(text[at])' has nothing before it to repeat; write it after a word or group",
                offset: at)
        case "{":
            throw Failure(text: "this tag has nothing before it; write it after a word or group", offset: at)
        case "/":
            throw Failure(
                text:
                    "a weight stands only at the beginning of an alternative; for this or that, write '(this | that)'",
                offset: at)
        case ">", "}", "=":
            throw Failure(text: "'\(text[at])' cannot stand here; remove it", offset: at)
        default: item = .word(try word())
        }
        return try postfix(item)
    }

    private mutating func postfix(_ item: Expansion) throws(Failure) -> Expansion {
        var item = item
        for _ in 0...Self.mostPostfixes {
            try skipSpace()
            guard at < text.count else { return item }
            switch text[at] {
            case "*", "+":
                item = .repeated(item, atLeastOnce: text[at] == "+")
                at += 1
            case "{":
                let tag = try tag()
                if !tag.isEmpty { item = .tagged(item, tag: tag) }
            default: return item
            }
        }
        throw Failure(
            text: "more than \(Self.mostPostfixes) repeats and tags in a row; remove some", offset: at)
    }

    private mutating func group(_ open: Unicode.Scalar, _ close: Unicode.Scalar) throws(Failure) -> Expansion
    {
        let start = at
        at += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Failure(text: "groups are nested more than \(Self.deepest) deep; use rules", offset: start)
        }
        let inner = try alternatives()
        try skipSpace()
        guard at < text.count, text[at] != ";" else {
            throw Failure(text: "this '\(open)' is never closed; write '\(close)'", offset: start)
        }
        guard text[at] == close else {
            throw Failure(text: "'\(text[at])' does not close '\(open)'; write '\(close)'", offset: at)
        }
        at += 1
        return inner
    }

    // MARK: - Tokens

    private mutating func word() throws(Failure) -> String {
        let start = at
        while at < text.count, !Self.endsWord(text[at]) { at += 1 }
        return try Self.spoken(text[start..<at])
    }

    /// `"new york"`: its words, one after the other.
    private mutating func quoted() throws(Failure) -> Expansion {
        let start = at
        at += 1
        while at < text.count, text[at] != "\"" { at += text[at] == "\\" ? 2 : 1 }
        guard at < text.count else {
            throw Failure(text: "this quote is never closed; write another '\"'", offset: start)
        }
        let inner = text[(start + 1)..<at]
        at += 1
        var words: [Expansion] = []
        for part in inner.split(whereSeparator: { $0.properties.isWhitespace }) {
            words.append(.word(try Self.spoken(part).filter { $0 != "\\" }))
        }
        guard !words.isEmpty else {
            throw Failure(text: "there are no words in these quotes; remove them", offset: start)
        }
        return words.count == 1 ? words[0] : .sequence(words)
    }

    /// The word as dictionaries write it, or a complaint about a character that is not said.
    ///
    /// - Parameter raw: the word where it stands in `text`.
    private static func spoken(_ raw: ArraySlice<Unicode.Scalar>) throws(Failure) -> String {
        if let index = raw.firstIndex(where: { ",?!:".unicodeScalars.contains($0) }) {
            throw Failure(
                text: "'\(raw[index])' is not said; write only the words",
                offset: index)
        }
        if let index = raw.firstIndex(where: isInvisible) {
            let code = String(raw[index].value, radix: 16, uppercase: true)
            throw Failure(
                text: "an invisible character (U+\(code)) stands here; delete it, or type the word again",
                offset: index)
        }
        if let index = raw.firstIndex(where: isTypographicQuote) {
            throw Failure(
                text: "'\(raw[index])' is not said; write straight quotes instead, or none",
                offset: index)
        }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: raw.map { $0 == "\u{2019}" ? "'" : $0 })
        return String(word).lowercased()
    }

    /// What a web page or a word processor leaves in a text unseen. The two joiners belong to the words of some scripts.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: true
        case .format: !("\u{200C}"..."\u{200D}").contains(scalar)
        default: false
        }
    }

    /// „These“, “these”, «these»; the apostrophe of “don’t” is none.
    private static func isTypographicQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .initialPunctuation, .finalPunctuation: scalar != "\u{2019}"
        default: scalar == "\u{201E}" || scalar == "\u{201A}"
        }
    }

    /// `<name>`, `<package.name>`, `<NULL>`, `<VOID>`, `<1..30>`.
    private mutating func reference() throws(Failure) -> Expansion {
        let start = at
        guard let name = try bracketedName() else {
            throw Failure(text: "this '<' is never closed; write '>'", offset: start)
        }
        switch name {
        case "NULL": return .null
        case "VOID": return .void
        case "": throw Failure(text: "a rule's name is missing; write it between '<' and '>'", offset: start)
        default: break
        }
        if let range = try Self.numberRange(name, offset: start) { return .reference(.number(range)) }
        guard !name.contains(" ") else {
            let joined = String(name.map { $0 == " " ? "-" : $0 })
            throw Failure(text: "a rule's name has no spaces; name it <\(joined)>", offset: start)
        }
        return .reference(.named(name, at: .init(source: source, offset: start)))
    }

    /// What stands between `<` and `>`, without white space around it and its dots, and with one space for any other; nil if
    /// there is no `>`.
    mutating func bracketedName() throws(Failure) -> String? {
        guard let end = text[at...].firstIndex(where: { $0 == ">" || $0 == ";" || $0 == "|" }),
            text[end] == ">"
        else {
            return nil
        }
        var name = ""
        for part in text[(at + 1)..<end].split(whereSeparator: { $0.properties.isWhitespace }) {
            if !name.isEmpty, name.last != ".", part.first != "." { name += " " }
            name.unicodeScalars.append(contentsOf: part)
        }
        at = end + 1
        return name
    }

    private static func numberRange(_ name: String, offset: Int) throws(Failure) -> ClosedRange<Int>? {
        guard let first = name.unicodeScalars.first, first == "-" || ("0"..."9").contains(first) else {
            return nil
        }
        let dots = name.unicodeScalars.firstIndex(of: ".") ?? name.unicodeScalars.endIndex
        guard name[dots...].hasPrefix(".."), let low = number(name[..<dots]),
            let high = number(name[dots...].dropFirst(2))
        else {
            throw Failure(text: "a range of numbers is written as <1..30>", offset: offset)
        }
        guard NumberWords.limits.contains(low), NumberWords.limits.contains(high) else {
            throw Failure(
                text: "numbers go from \(NumberWords.limits.lowerBound) to \(NumberWords.limits.upperBound)",
                offset: offset)
        }
        guard low <= high else {
            throw Failure(text: "the range is empty; write <\(high)..\(low)>", offset: offset)
        }
        return low...high
    }

    /// A whole number, however large: beyond any integer, the largest or smallest.
    private static func number(_ text: Substring) -> Int? {
        if let number = Int(text) { return number }
        let digits = text.first == "-" ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return text.first == "-" ? .min : .max
    }

    private mutating func tag() throws(Failure) -> String {
        let start = at
        at += 1
        var tag = String.UnicodeScalarView()
        while at < text.count, text[at] != "}" {
            if text[at] == "\\", at + 1 < text.count { at += 1 }
            tag.append(text[at])
            at += 1
        }
        guard at < text.count else {
            throw Failure(text: "this '{' is never closed; write '}'", offset: start)
        }
        at += 1
        let all = String(tag)
        return String(all.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// `/2.5/` at the beginning of an alternative; nil if there is none.
    private mutating func weight() throws(Failure) -> Double? {
        guard at < text.count, text[at] == "/" else { return nil }
        let start = at
        guard let end = text[(at + 1)...].firstIndex(of: "/") else {
            throw Failure(text: "this weight is never closed; write it as '/2/'", offset: start)
        }
        var number = String.UnicodeScalarView()
        number.append(contentsOf: text[(at + 1)..<end].filter { !$0.properties.isWhitespace })
        guard let weight = Double(String(number)), weight >= 0, weight.isFinite else {
            throw Failure(
                text: "a weight is a number such as 2 or 0.5, not '\(String(number))'", offset: start)
        }
        at = end + 1
        return weight
    }

    // MARK: - Between tokens

    /// Passes white space and comments.
    mutating func skipSpace() throws(Failure) {
        if at != endOfSpace { endOfToken = at }
        defer { endOfSpace = at }
        while at < text.count {
            if text[at].properties.isWhitespace {
                at += 1
            } else if starts("//") {
                while at < text.count, text[at] != "\n" { at += 1 }
            } else if starts("/*") {
                let start = at
                at += 2
                while at < text.count, !starts("*/") { at += 1 }
                guard at < text.count else {
                    throw Failure(text: "this comment is never closed; write '*/'", offset: start)
                }
                at += 2
            } else {
                return
            }
        }
    }

    /// Passes `scalar` if it comes next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard at < text.count, text[at] == scalar else { return false }
        at += 1
        return true
    }

    /// A run of characters that could be a name or keyword, lower and upper case kept.
    mutating func name() -> String {
        let start = at
        while at < text.count, !Self.endsWord(text[at]) { at += 1 }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: text[start..<at])
        return String(name)
    }

    private mutating func expectEnd() throws(Failure) {
        try skipSpace()
        guard at < text.count else { return }
        if text[at] == ";" {
            throw Failure(text: "';' ends a rule of a .gram file, and nothing else; remove it", offset: at)
        }
        throw Failure(
            text: "'\(text[at])' has no opening bracket before it; remove it or open one", offset: at)
    }

    private func starts(_ mark: String) -> Bool {
        text[at...].starts(with: mark.unicodeScalars)
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || ";=|*+<>()[]{}/\"".unicodeScalars.contains(scalar)
    }
}
