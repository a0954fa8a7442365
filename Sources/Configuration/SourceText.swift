/// A file's text as its marks count it: in Unicode scalars, on lines that end where libyaml ends them.
struct SourceText: Sendable {
    let scalars: [Unicode.Scalar]
    /// Where each line begins, in order.
    private let lineStarts: [Int]

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        self.scalars = scalars
        lineStarts =
            [0]
            + scalars.indices.filter { index in
                scalars[index].isLineBreak && !scalars[index...].starts(with: ["\r", "\n"])
            }.map { $0 + 1 }
    }

    /// A line with its break; empty where there is none of this number, which counts from 0.
    func line(_ number: Int) -> ArraySlice<Unicode.Scalar> {
        guard lineStarts.indices.contains(number) else { return [] }
        return scalars[
            lineStarts[number]..<(number + 1 < lineStarts.count ? lineStarts[number + 1] : scalars.count)]
    }

    /// The place of the scalar that begins at this byte of UTF-8.
    func mark(ofByte offset: Int, in file: String) -> Mark {
        var bytes = 0
        let index = scalars.firstIndex { scalar in
            defer { bytes += UTF8.width(scalar) }
            return bytes >= offset
        }
        return mark(of: index ?? scalars.count, in: file)
    }

    /// The place of the scalar at `index` in the file.
    func mark(of index: Int, in file: String) -> Mark {
        // The lines that begin at `index` or before, counted by halves: a file may have as many mistakes as lines.
        var lines = 1..<lineStarts.count + 1
        while lines.count > 1 {
            let middle = lines.lowerBound + lines.count / 2
            lines = lineStarts[middle - 1] <= index ? middle..<lines.upperBound : lines.lowerBound..<middle
        }
        let line = lines.lowerBound
        return Mark(file: file, line: line, column: index - lineStarts[line - 1] + 1)
    }
}

extension Unicode.Scalar {
    /// Whether a line ends with it, to YAML 1.1 and libyaml.
    var isLineBreak: Bool {
        switch self {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
