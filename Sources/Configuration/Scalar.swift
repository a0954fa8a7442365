/// A scalar's text, and how it is written in the file.
///
/// ```swift
/// let node = try Document(text: "'on'", name: "quoted.yaml").root
/// if case .scalar(let scalar) = node.content, scalar.style == .singleQuoted { print("the word \(scalar.text)") }
/// ```
package struct Scalar: Sendable {
    /// How a scalar is written.
    package enum Style: Sendable, Hashable {
        /// Without quotes.
        case plain
        /// Within `'`, where `''` is the only escape.
        case singleQuoted
        /// Within `"`, with escapes such as `\n`.
        case doubleQuoted
        /// A block that begins with `|`.
        case literal
        /// A block that begins with `>`.
        case folded
        /// Text that a program gave, which is its own source.
        case verbatim
    }

    /// The text with quotes, escapes and folding resolved.
    package let text: String
    /// How it is written in the file.
    package let style: Style

    /// Where the scalar stands in `document`, in Unicode scalars.
    let source: Range<Int>
    let document: SourceText

    /// Where the scalar of `text` that is `offset` in stands in the file.
    ///
    /// Text and source are walked side by side: a source character stands for one of the text's, except for quotes,
    /// escapes, block indentation and line breaks with the white space around them.
    func mark(at offset: Int, in file: String) -> Mark {
        let all = document.scalars
        let text = Array(text.unicodeScalars)
        let end = min(source.upperBound, all.count)
        if style == .verbatim { return document.mark(of: min(max(0, offset), end), in: file) }
        var walk = SourceWalk(all: all, at: min(source.lowerBound, end), end: end, style: style)
        walk.skipOpening()
        var done = 0
        while done < min(offset, text.count) {
            done += walk.step(over: text[done...], limit: offset - done)
        }
        walk.skipToNextCharacter(done < text.count ? text[done] : nil)
        return document.mark(of: walk.at, in: file)
    }
}

/// A position in a scalar's source that moves as its text is walked.
private struct SourceWalk {
    let all: [Unicode.Scalar]
    var at: Int
    let end: Int
    let style: Scalar.Style

    private var isBlock: Bool { style == .literal || style == .folded }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar.isLineBreak
    }

    private func isSpace(_ index: Int) -> Bool { index < end && isSpace(all[index]) }

    private mutating func skipSpace() {
        while isSpace(at) { at += 1 }
    }

    private mutating func skipLine() {
        while at < end, !all[at].isLineBreak { at += 1 }
    }

    /// Passes an anchor or tag with the comments behind it, and the opening quote or the block's header line.
    mutating func skipOpening() {
        // Plain text begins with neither.
        while at < end, all[at] == "&" || all[at] == "!" {
            while at < end, !isSpace(at) { at += 1 }
            skipSpace()
            while at < end, all[at] == "#" {
                skipLine()
                skipSpace()
            }
        }
        if isBlock {
            skipLine()
        } else if style != .plain {
            at += 1
        }
    }

    /// Passes what the first of `text` is written as; returns how many of `text`, at most `limit`, were passed.
    mutating func step(over text: ArraySlice<Unicode.Scalar>, limit: Int) -> Int {
        if style == .doubleQuoted {
            skipLineContinuation()
            if at < end, all[at] == "\\" {
                at += escapeLength
                return 1
            }
        }
        if style == .singleQuoted, at + 1 < end, all[at] == "'", all[at + 1] == "'" {
            at += 2
            return 1
        }
        if isSpace(at) {
            if isSpace(text.first!) { return stepOverSpace(text, limit: limit) }
            skipSpace()
        }
        at = min(at + 1, end)
        return 1
    }

    /// Positions after white space that stands for nothing, so that the place is that of `next` itself.
    mutating func skipToNextCharacter(_ next: Unicode.Scalar?) {
        if style == .doubleQuoted { skipLineContinuation() }
        guard let next, !isSpace(next) else { return }
        skipSpace()
    }

    private mutating func stepOverSpace(_ text: ArraySlice<Unicode.Scalar>, limit: Int) -> Int {
        var runEnd = at
        var breaks = 0
        while isSpace(runEnd) {
            if all[runEnd].isLineBreak, !all[runEnd..<end].starts(with: ["\r", "\n"]) { breaks += 1 }
            runEnd += 1
        }
        guard breaks > 0 else {
            at += 1
            return 1
        }
        // A folded run: one break is a space, n breaks are n - 1 newlines. In a block the rest is indentation.
        let spaces = text.prefix { isSpace($0) }.count
        let folded = max(1, isBlock ? spaces : min(spaces, max(1, breaks - 1)))
        if limit >= folded { at = runEnd }
        return min(limit, folded)
    }

    /// A backslash at a line's end swallows the break and the next line's indentation.
    private mutating func skipLineContinuation() {
        while at + 1 < end, all[at] == "\\", all[at + 1].isLineBreak {
            at += 1
            skipSpace()
        }
    }

    private var escapeLength: Int {
        guard at + 1 < end else { return 1 }
        let digits =
            switch all[at + 1] {
            case "x": 2
            case "u": 4
            case "U": 8
            default: 0
            }
        return min(2 + digits, end - at)
    }
}
