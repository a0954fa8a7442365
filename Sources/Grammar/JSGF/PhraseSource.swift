import Configuration

/// Text that phrases are parsed from, which knows where each of its characters stands in a file.
struct PhraseSource: Sendable {
    let text: [Unicode.Scalar]
    private let origin: Origin

    /// A character of a source; its line is computed only for a diagnostic.
    struct Place: Sendable {
        let source: PhraseSource
        let offset: Int

        var mark: Mark { source.mark(at: offset) }
    }

    private enum Origin: Sendable {
        /// A scalar of a configuration file.
        case node(Node)
        /// A whole file; the line starts are offsets into the text.
        case file(name: String, lineStarts: [Int])
    }

    init(_ node: Node) {
        text = Array((node.text ?? "").unicodeScalars)
        origin = .node(node)
    }

    init(text: String, file: String) {
        let scalars = Array(text.unicodeScalars)
        let lineStarts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
        self.text = scalars
        origin = .file(name: file, lineStarts: lineStarts)
    }

    func mark(at offset: Int) -> Mark {
        switch origin {
        case .node(let node):
            return node.mark(at: offset)
        case .file(let name, let lineStarts):
            let line = lineStarts.lastIndex { $0 <= offset } ?? 0
            return Mark(file: name, line: line + 1, column: offset - lineStarts[line] + 1)
        }
    }
}
