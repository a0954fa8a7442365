import Configuration

/// A text that is edited at marks: line and column, in Unicode scalars.
struct SettingsText {
    private var scalars: [Unicode.Scalar]

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// The index of a mark; a byte order mark before the first line is no column.
    private func index(of mark: Mark) -> Int {
        var start = scalars.first == "\u{FEFF}" ? 1 : 0
        for _ in 1..<max(1, mark.line) {
            guard let end = scalars[start...].firstIndex(of: "\n") else { return scalars.count }
            start = end + 1
        }
        return min(scalars.count, start + mark.column - 1)
    }

    /// Puts an entry into `map` before the one whose key stands at `mark`: a line before its line, or in the same line
    /// of a map in braces.
    mutating func insert(_ entry: String, at mark: Mark, of map: Node) {
        let place = index(of: mark)
        // A map that is written without braces begins with its first key.
        if scalars[index(of: map.mark)] == "{" {
            return scalars.insert(contentsOf: (entry + ", ").unicodeScalars, at: place)
        }
        let lineStart = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let indent = scalars[lineStart..<place]
        let lineEnd = lineStart >= 2 && scalars[lineStart - 2] == "\r" ? "\r\n" : "\n"
        scalars.insert(contentsOf: Array(indent) + Array((entry + lineEnd).unicodeScalars), at: lineStart)
    }

    /// Replaces a word, or a map in braces; false for a value that is written in another way.
    mutating func replace(at node: Node, with setting: String) -> Bool {
        let range: Range<Int>
        if let text = node.text {
            guard let word = place(of: text, at: node.mark) else { return false }
            range = word
        } else {
            let start = index(of: node.mark)
            guard start < scalars.count, scalars[start] == "{",
                let close = scalars[start...].firstIndex(of: "}")
            else { return false }
            range = start..<close + 1
        }
        scalars.replaceSubrange(range, with: setting.unicodeScalars)
        return true
    }

    /// Puts something before a word in one line and something after it; false for text that is written otherwise.
    mutating func surround(_ node: Node, before: String = "", after: String) -> Bool {
        guard let text = node.text, let word = place(of: text, at: node.mark) else { return false }
        scalars.insert(contentsOf: after.unicodeScalars, at: word.upperBound)
        scalars.insert(contentsOf: before.unicodeScalars, at: word.lowerBound)
        return true
    }

    /// Gives a key that has no value one; false for a key that is written over several lines.
    mutating func setValue(ofKey key: String, at mark: Mark, to setting: String) -> Bool {
        guard let word = place(of: key, at: mark) else { return false }
        let hasColon = word.upperBound < scalars.count && scalars[word.upperBound] == ":"
        let end = word.upperBound + (hasColon ? 1 : 0)
        scalars.insert(contentsOf: ((hasColon ? " " : ": ") + setting).unicodeScalars, at: end)
        return true
    }

    /// Where a word stands, quotes included; nil if it is written with escapes or over several lines.
    private func place(of text: String, at mark: Mark) -> Range<Int>? {
        let start = index(of: mark)
        guard start < scalars.count else { return nil }
        let length = text.unicodeScalars.count
        let isQuoted = ["\"", "'"].contains(scalars[start])
        let inner = isQuoted ? start + 1..<start + 1 + length : start..<start + length
        let end = inner.upperBound + (isQuoted ? 1 : 0)
        guard end <= scalars.count, scalars[inner].elementsEqual(text.unicodeScalars) else { return nil }
        return start..<end
    }
}
