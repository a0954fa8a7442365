import Configuration

/// Passes over a phrase or grammar file: words, what stands between marks, and the white space and comments between them.
///
/// It knows characters; what they mean, and what is missing, is for the parser to say.
struct PhraseScanner {
    /// A diagnostic that ends the parse.
    struct Failure: Error {
        let text: String
        let offset: Int
    }

    /// Where the next character is.
    private(set) var at = 0
    /// Where what was passed last ends, before the white space and comments that follow it.
    private(set) var endOfToken = 0
    private var endOfSpace = 0
    private let text: [Unicode.Scalar]

    init(_ text: [Unicode.Scalar]) {
        self.text = text
    }

    /// The next character; nil at the end.
    var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    /// Passes the next character, which there is.
    mutating func advance() { at += 1 }

    /// Passes `scalar` if it comes next.
    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    // MARK: - Tokens

    /// Passes a run of characters that could be a word, name or keyword; empty where there is none.
    mutating func word() -> ArraySlice<Unicode.Scalar> {
        let start = at
        while let next, !Self.endsWord(next) { advance() }
        return text[start..<at]
    }

    /// A word as text, lower and upper case kept.
    mutating func name() -> String { String(String.UnicodeScalarView(word())) }

    /// Passes `<…>` and gives what stands between, without white space around it and its dots, and with one space for any
    /// other; nil if there is no `>`.
    mutating func bracketedName() -> String? {
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

    /// Passes `"…"` and gives what stands between, with its backslashes; nil if it is never closed.
    mutating func quoted() -> ArraySlice<Unicode.Scalar>? {
        let start = at + 1
        at = start
        while let next, next != "\"" { at += next == "\\" ? 2 : 1 }
        guard at < text.count else { return nil }
        defer { advance() }
        return text[start..<at]
    }

    /// Passes `{…}` and gives what stands between, without the backslash before a character; nil if it is never closed.
    mutating func braced() -> String? {
        var inner = String.UnicodeScalarView()
        advance()
        while let next, next != "}" {
            if next == "\\", at + 1 < text.count { advance() }
            inner.append(text[at])
            advance()
        }
        return accept("}") ? String(inner) : nil
    }

    /// Passes `/…/` and gives what stands between; nil if it is never closed.
    mutating func slashed() -> ArraySlice<Unicode.Scalar>? {
        let start = at + 1
        guard let end = text[start...].firstIndex(of: "/") else { return nil }
        at = end + 1
        return text[start..<end]
    }

    // MARK: - Between tokens

    /// Passes white space and comments.
    mutating func skipSpace() throws(Failure) {
        if at != endOfSpace { endOfToken = at }
        defer { endOfSpace = at }
        while let next {
            if next.properties.isWhitespace {
                advance()
            } else if starts("//") {
                while let next = self.next, next != "\n" { advance() }
            } else if starts("/*") {
                let start = at
                at += 2
                while at < text.count, !starts("*/") { advance() }
                guard at < text.count else {
                    throw Failure(text: "this comment is never closed; write '*/'", offset: start)
                }
                at += 2
            } else {
                return
            }
        }
    }

    private func starts(_ mark: String) -> Bool {
        text[at...].starts(with: mark.unicodeScalars)
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || ";=|*+<>()[]{}/\"".unicodeScalars.contains(scalar)
    }
}
