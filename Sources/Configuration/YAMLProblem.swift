import CYAML

/// libyaml's account of a syntax error, put in plain words.
struct YAMLProblem {
    private let problem: String
    private let context: String
    private let problemMark: yaml_mark_t
    private let contextMark: yaml_mark_t
    private let isReaderError: Bool
    private let value: Int32
    private let source: SourceText

    /// - Parameter source: the text that was parsed.
    init(_ parser: yaml_parser_t, in source: SourceText) {
        self.source = source
        problem = parser.problem.map { String(cString: $0) } ?? "cannot be read as YAML"
        context = parser.context.map { String(cString: $0) } ?? ""
        problemMark = parser.problem_mark
        contextMark = parser.context_mark
        isReaderError = parser.error == YAML_READER_ERROR
        value = parser.problem_value
        offset = parser.problem_offset
    }

    /// Where a reader error is, in bytes: it has no mark.
    private let offset: Int

    func diagnostic(_ file: String) -> Diagnostic {
        if isReaderError { return Diagnostic(text, at: source.mark(ofByte: offset, in: file)) }
        // That a ':' is missing shows only below: what wants one is where the key stands.
        if let key = keyWithoutColon {
            return Diagnostic(
                colonRemedy(key), at: Mark(file: file, line: key.line + 1, column: key.column + 1))
        }
        return Diagnostic(
            text, at: Mark(file: file, line: problemMark.line + 1, column: problemMark.column + 1))
    }

    private var text: String {
        if isReaderError {
            return "a control character (code \(max(0, value))) is in the file; remove it"
        }
        let since = "the one of line \(contextMark.line + 1)"
        switch problem {
        case "found character that cannot start any token":
            return isIndentedByTab
                ? Self.tab : "a value cannot begin with this character; put the text in quotes"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return Self.tab
        case "mapping values are not allowed in this context":
            return "a ':' cannot stand here; put text that contains ': ' in quotes, or check the indentation"
        case "block sequence entries are not allowed in this context":
            return "a '-' list item cannot stand here; begin the list on the next line, indented"
        case "did not find expected key":
            return trailingTextRemedy
                ?? "this does not fit what stands above; check the indentation and the quotes"
        case "did not find expected '-' indicator":
            return trailingTextRemedy
                ?? "this is no item of the list above; begin it with '- ' or check the indentation"
        case "did not find expected comment or line break":
            return trailingTextRemedy
                ?? "'|' and '>' at its beginning announce text on the lines below; put text that begins with them in quotes"
        case "found unexpected end of stream":
            return "the file ends inside a quoted text (\(since)); close its quote"
        case "found unexpected document indicator":
            return "a '---' line stands inside a quoted text (\(since)); close its quote"
        case "did not find expected ',' or ']'":
            return
                "a list in '[' ']' is not closed (\(since)); write ']' or a ',', and put text that begins with '[' in quotes"
        case "did not find expected ',' or '}'":
            return
                "a map in '{' '}' is not closed (\(since)); write '}' or a ',', and put text that begins with '{' in quotes"
        case "found undefined alias":
            return
                "'*' begins an alias, and none of this name is defined; put text that begins with '*' in quotes"
        case "found unknown escape character":
            return "this '\\' escape is unknown; write '\\\\', or use single quotes"
        case "did not find expected <document start>":
            return "nothing more may stand here; check the indentation and the quotes"
        default:
            return "\(problem)\(context.isEmpty ? "" : " \(context)"); check the YAML syntax here"
        }
    }

    /// Where a key stands that no ':' follows, in lines and columns from 0; nil for other problems.
    private var keyWithoutColon: (line: Int, column: Int)? {
        switch problem {
        case "could not find expected ':'": (line: contextMark.line, column: contextMark.column)
        case "mapping values are not allowed in this context": plainLineAbove
        default: nil
        }
    }

    /// The text without a key right above the key of the problem, which YAML took for its beginning: `listen always`.
    private var plainLineAbove: (line: Int, column: Int)? {
        let key = content(ofLine: problemMark.line).unicodeScalars.prefix(problemMark.column)
        guard problemMark.line > 0, !key.contains(":") else { return nil }
        var number = problemMark.line - 1
        while number > 0, content(ofLine: number).isEmpty { number -= 1 }
        let above = content(ofLine: number)
        let words = above.drop(while: { " -".contains($0) })
        let column = above.unicodeScalars.count - words.unicodeScalars.count
        guard let first = words.first, first.isLetter, !"\(words) ".contains(": "),
            column <= key.prefix(while: { $0 == " " }).count
        else { return nil }
        return (line: number, column: column)
    }

    /// A line without the white space at its end.
    private func content(ofLine number: Int) -> String {
        var line = String(String.UnicodeScalarView(source.line(number)))
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
    }

    /// A space after the ':' that no key ends with, or the ':' itself.
    private func colonRemedy(_ key: (line: Int, column: Int)) -> String {
        let line = String(String.UnicodeScalarView(source.line(key.line).dropFirst(key.column)))
        let rest = line.prefix(upTo: line.firstRange(of: " #")?.lowerBound ?? line.endIndex)
        if rest.contains("\u{A0}") {
            return
                "a no-break space (U+00A0) stands in this line, which is no space to YAML; write a plain one"
        }
        return rest.prefix { !$0.isWhitespace }.contains(":")
            ? "a space is missing after the ':'; write 'key: value'"
            : "a ':' is missing after the key; write 'key: value'"
    }

    private static let tab = "a tab is used to indent; use spaces"

    /// Whether there is nothing but white space up to the problem, and that is a tab.
    private var isIndentedByTab: Bool {
        let line = source.line(problemMark.line).prefix(problemMark.column + 1)
        return line.last == "\t" && line.allSatisfy { $0 == " " || $0 == "\t" }
    }

    /// `say: [please] go`: the remedy where text follows a value on the same line behind its closing bracket or
    /// quote; nil anywhere else.
    private var trailingTextRemedy: String? {
        let before = String(
            String.UnicodeScalarView(source.line(problemMark.line).prefix(problemMark.column)))
        var value = before.drop { $0 == " " }
        if value.hasPrefix("- ") { value = value.dropFirst(2).drop { $0 == " " } }
        if let opening = value.first, Self.pairs[opening] == nil {
            guard let colon = value.indices.first(where: { value[$0...].hasPrefix(": ") }) else { return nil }
            value = value[colon...].dropFirst(2).drop { $0 == " " }
        }
        guard let opening = value.first, let closing = Self.pairs[opening],
            value.dropFirst().contains(closing)
        else { return nil }
        if opening == closing {
            return
                "the text was closed by the \(closing) before this; write all of it between other quotes, or none"
        }
        return
            "text that begins with '\(opening)' and goes on behind '\(closing)' needs quotes around all of it"
    }

    private static let pairs: [Character: Character] = ["[": "]", "{": "}", "'": "'", "\"": "\""]
}
