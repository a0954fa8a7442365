import Configuration

/// Recursive descent over JSGF rule expansions (JSpeech Grammar Format, W3C Note of 5 June 2000, section 4).
///
/// Operators bind as in the note: a repeat or tag to the item before it, then sequence, weight, alternative. Words are
/// taken in lower case; a quoted token stands for its words.
struct ExpansionParser {
    typealias Failure = PhraseScanner.Failure

    private var scanner: PhraseScanner
    private let source: PhraseSource
    private var depth = 0
    private static let deepest = 24
    private static let mostPostfixes = 8

    private init(_ source: PhraseSource, _ scanner: PhraseScanner) {
        self.source = source
        self.scanner = scanner
    }

    /// Parses the whole of `source` as one expansion; adds a diagnostic and returns nil if that fails.
    static func parse(_ source: PhraseSource, _ diagnostics: Diagnostics) -> Expansion? {
        var parser = ExpansionParser(source, PhraseScanner(source.text))
        do {
            let expansion = try parser.alternatives()
            try parser.expectEnd()
            return expansion
        } catch {
            diagnostics.add(error.text, at: source.mark(at: error.offset))
            return nil
        }
    }

    /// Parses the alternatives that come next in `source`, up to a `;` or a closing bracket, which are not passed.
    static func alternatives(
        of source: PhraseSource, _ scanner: inout PhraseScanner
    ) throws(Failure) -> Expansion {
        var parser = ExpansionParser(source, scanner)
        defer { scanner = parser.scanner }
        return try parser.alternatives()
    }

    // MARK: - Expansions

    /// Alternatives up to a closing bracket, `;` or the end, none of which is consumed.
    private mutating func alternatives() throws(Failure) -> Expansion {
        var all: [Expansion.Alternative] = []
        var unweighted: Int?
        var weighted = false
        repeat {
            try scanner.skipSpace()
            let start = scanner.at
            if let weight = try weight() {
                weighted = true
                all.append(.init(weight: weight, try sequence()))
            } else {
                unweighted = unweighted ?? start
                all.append(.init(try sequence()))
            }
        } while scanner.accept("|")
        if weighted, let unweighted {
            throw Failure(
                text: "this alternative has no weight; give all of them one, as in '/2/', or none",
                offset: unweighted)
        }
        if all.count == 1 { return all[0].expansion }
        if weighted, !all.contains(where: { $0.weight > 0 }) {
            throw Failure(
                text: "every weight here is 0; give at least one alternative more", offset: scanner.at)
        }
        return .alternatives(all)
    }

    private mutating func sequence() throws(Failure) -> Expansion {
        var parts: [Expansion] = []
        while let part = try item() {
            if case .sequence(let words) = part { parts += words } else { parts.append(part) }
        }
        guard !parts.isEmpty else {
            let found = scanner.next.map { "'\($0)'" } ?? "the end"
            throw Failure(
                text:
                    "words are missing before \(found); for nothing said, write <NULL> or put the rest in '[ ]'",
                offset: scanner.at)
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// One word, group or reference with the repeats and tags behind it; nil at the end of a sequence.
    private mutating func item() throws(Failure) -> Expansion? {
        try scanner.skipSpace()
        guard let next = scanner.next else { return nil }
        var item: Expansion
        switch next {
        case "(": item = try group("(", ")")
        case "[": item = .optional(try group("[", "]"))
        case "<": item = try reference()
        case "\"": item = try quoted()
        case "|", ")", "]", ";": return nil
        case "*", "+":
            throw Failure(
                text: "'\(next)' has nothing before it to repeat; write it after a word or group",
                offset: scanner.at)
        case "{":
            throw Failure(
                text: "this tag has nothing before it; write it after a word or group", offset: scanner.at)
        case "/":
            throw Failure(
                text:
                    "a weight stands only at the beginning of an alternative; for this or that, write '(this | that)'",
                offset: scanner.at)
        case ">", "}", "=":
            throw Failure(text: "'\(next)' cannot stand here; remove it", offset: scanner.at)
        default: item = .word(try word())
        }
        return try postfix(item)
    }

    private mutating func postfix(_ item: Expansion) throws(Failure) -> Expansion {
        var item = item
        for _ in 0...Self.mostPostfixes {
            try scanner.skipSpace()
            guard let next = scanner.next else { return item }
            switch next {
            case "*", "+":
                item = .repeated(item, atLeastOnce: next == "+")
                scanner.advance()
            case "{":
                let tag = try tag()
                if !tag.isEmpty { item = .tagged(item, tag: tag) }
            default: return item
            }
        }
        throw Failure(
            text: "more than \(Self.mostPostfixes) repeats and tags in a row; remove some", offset: scanner.at
        )
    }

    private mutating func group(_ open: Unicode.Scalar, _ close: Unicode.Scalar) throws(Failure) -> Expansion
    {
        let start = scanner.at
        scanner.advance()
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Failure(text: "groups are nested more than \(Self.deepest) deep; use rules", offset: start)
        }
        let inner = try alternatives()
        try scanner.skipSpace()
        guard let next = scanner.next, next != ";" else {
            throw Failure(text: "this '\(open)' is never closed; write '\(close)'", offset: start)
        }
        guard scanner.accept(close) else {
            throw Failure(text: "'\(next)' does not close '\(open)'; write '\(close)'", offset: scanner.at)
        }
        return inner
    }

    // MARK: - Tokens

    private mutating func word() throws(Failure) -> String {
        try SpokenWord.text(scanner.word())
    }

    /// `"new york"`: its words, one after the other.
    private mutating func quoted() throws(Failure) -> Expansion {
        let start = scanner.at
        guard let inner = scanner.quoted() else {
            throw Failure(text: "this quote is never closed; write another '\"'", offset: start)
        }
        var words: [Expansion] = []
        for part in inner.split(whereSeparator: { $0.properties.isWhitespace }) {
            words.append(.word(try SpokenWord.text(part).filter { $0 != "\\" }))
        }
        guard !words.isEmpty else {
            throw Failure(text: "there are no words in these quotes; remove them", offset: start)
        }
        return words.count == 1 ? words[0] : .sequence(words)
    }

    /// `<name>`, `<package.name>`, `<NULL>`, `<VOID>`, `<1..30>`, `<duration 1m..20m>`.
    private mutating func reference() throws(Failure) -> Expansion {
        let start = scanner.at
        guard let name = scanner.bracketedName() else {
            throw unclosedReference(at: start)
        }
        switch name {
        case "NULL": return .null
        case "VOID": return .void
        case "": throw Failure(text: "a rule's name is missing; write it between '<' and '>'", offset: start)
        default: break
        }
        if let range = try Self.numberRange(name, offset: start) { return .reference(.number(range)) }
        if let range = try Self.durationRange(name, offset: start) { return .reference(.duration(range)) }
        guard !name.contains("..") else {
            throw Failure(text: "a range of numbers is written as <1..30>", offset: start)
        }
        guard !name.contains(" ") else {
            let joined = String(name.map { $0 == " " ? "-" : $0 })
            throw Failure(text: "a rule's name has no spaces; name it <\(joined)>", offset: start)
        }
        return .reference(.named(name, at: .init(source: source, offset: start)))
    }

    /// A choice between the marks of a rule's name is meant as one; else the second mark is missing.
    private func unclosedReference(at start: Int) -> Failure {
        let rest = source.text.dropFirst(start + 1)
        let inner = rest.prefix { !">;<()[]{}\"".unicodeScalars.contains($0) }
        guard inner.contains("|"), rest.dropFirst(inner.count).first == ">" else {
            return Failure(text: "this '<' is never closed; write '>'", offset: start)
        }
        let words = String(String.UnicodeScalarView(inner))
        return Failure(
            text: "'<' and '>' hold the name of a rule; for this or that, write (\(words))", offset: start)
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

    private static func durationRange(
        _ name: String, offset: Int
    ) throws(Failure) -> ClosedRange<Duration>? {
        let parts = name.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "duration" else { return nil }
        guard parts[0] == "duration", !parts[1].contains("..."), let dots = parts[1].firstRange(of: ".."),
            let low = Duration(setting: String(parts[1][..<dots.lowerBound])),
            let high = Duration(setting: String(parts[1][dots.upperBound...]))
        else {
            throw Failure(text: "a range of times is written as <duration 1m..20m>", offset: offset)
        }
        let limits = DurationWords.limits
        guard limits.contains(low), limits.contains(high) else {
            throw Failure(
                text: "spoken times go from \(limits.lowerBound.setting) to \(limits.upperBound.setting)",
                offset: offset)
        }
        guard low <= high else {
            throw Failure(
                text: "the range is empty; write <duration \(high.setting)..\(low.setting)>", offset: offset)
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
        let start = scanner.at
        guard let tag = scanner.braced() else {
            throw Failure(text: "this '{' is never closed; write '}'", offset: start)
        }
        return String(tag.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// `/2.5/` at the beginning of an alternative; nil if there is none.
    private mutating func weight() throws(Failure) -> Double? {
        guard scanner.next == "/" else { return nil }
        let start = scanner.at
        guard let inner = scanner.slashed() else {
            throw Failure(text: "this weight is never closed; write it as '/2/'", offset: start)
        }
        let number = String(String.UnicodeScalarView(inner.filter { !$0.properties.isWhitespace }))
        guard let weight = Double(number), weight >= 0, weight.isFinite else {
            throw Failure(text: "a weight is a number such as 2 or 0.5, not '\(number)'", offset: start)
        }
        return weight
    }

    private mutating func expectEnd() throws(Failure) {
        try scanner.skipSpace()
        guard let next = scanner.next else { return }
        if next == ";" {
            throw Failure(
                text: "';' ends a rule of a .gram file, and nothing else; remove it", offset: scanner.at)
        }
        throw Failure(
            text: "'\(next)' has no opening bracket before it; remove it or open one", offset: scanner.at)
    }
}
