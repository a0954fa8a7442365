import CYAML

/// Builds the node tree from libyaml's document, within limits.
struct DocumentParser {
    let text: String
    let source: SourceText
    let name: String
    /// Whether a text without a document is one with an empty map.
    let mayBeEmpty: Bool
    private(set) var diagnostics: [Diagnostic] = []

    private static let deepest = 50
    private static let mostNodes = 100_000
    private static let mostAnchors = 1000

    init(text: String, name: String, mayBeEmpty: Bool) {
        self.text = text
        source = SourceText(text)
        self.name = name
        self.mayBeEmpty = mayBeEmpty
    }

    mutating func parse() throws(ConfigurationError) -> Node {
        var bytes = Array(text.utf8)
        // libyaml keeps the pointer, so that all of the parse happens while the bytes stay where they are.
        let result = bytes.withUnsafeMutableBufferPointer { bytes -> Result<Node, ConfigurationError> in
            Result { () throws(ConfigurationError) in
                try withParser(of: bytes) { parser throws(ConfigurationError) in
                    try checkLimits(with: &parser)
                }
                return try withParser(of: bytes) { parser throws(ConfigurationError) in
                    try parse(with: &parser)
                }
            }
        }
        return try result.get()
    }

    private func withParser<Answer>(
        of bytes: UnsafeMutableBufferPointer<UInt8>,
        _ body: (inout yaml_parser_t) throws(ConfigurationError) -> Answer
    ) throws(ConfigurationError) -> Answer {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw .unreadable(path: name, reason: "out of memory")
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        return try body(&parser)
    }

    /// Refuses deep nesting and many anchors while they are read, event by event: libyaml's time for a whole document grows
    /// with the square of either, 50 000 open brackets taking it more than ten seconds.
    ///
    /// Ends at the first mistake; the parse that follows finds it again, and says it.
    private func checkLimits(with parser: inout yaml_parser_t) throws(ConfigurationError) {
        var depth = 0
        var anchors = 0
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { return }
            defer { yaml_event_delete(&event) }
            if event.hasAnchor {
                anchors += 1
                if anchors > Self.mostAnchors {
                    throw refusal("more than \(Self.mostAnchors) anchors ('&'); write less", event.start_mark)
                }
            }
            switch event.type {
            case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
                depth += 1
                if depth > Self.deepest { throw tooDeep(at: event.start_mark) }
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: depth -= 1
            case YAML_STREAM_END_EVENT: return
            default: break
            }
        }
    }

    fileprivate func tooDeep(at mark: yaml_mark_t) -> ConfigurationError {
        refusal("nested more than \(Self.deepest) levels deep; settings need five", mark)
    }

    private mutating func parse(with parser: inout yaml_parser_t) throws(ConfigurationError) -> Node {
        var document = yaml_document_t()
        guard yaml_parser_load(&parser, &document) == 1 else {
            throw .invalid([YAMLProblem(parser, in: source).diagnostic(name)])
        }
        defer { yaml_document_delete(&document) }
        guard yaml_document_get_root_node(&document) != nil else {
            if mayBeEmpty { return Node(.map([]), at: mark(yaml_mark_t())) }
            throw refusal("there are no settings here, only comments or nothing; write some", yaml_mark_t())
        }
        var second = yaml_document_t()
        guard yaml_parser_load(&parser, &second) == 1 else {
            throw .invalid([YAMLProblem(parser, in: source).diagnostic(name)])
        }
        defer { yaml_document_delete(&second) }
        if let extra = yaml_document_get_root_node(&second) {
            throw refusal(
                "a second document begins here; keep one and remove the '---' line", extra.pointee.start_mark)
        }
        return try TreeBuilder.build(&document, of: self, diagnostics: &diagnostics)
    }

    fileprivate func mark(_ mark: yaml_mark_t) -> Mark {
        Mark(file: name, line: mark.line + 1, column: mark.column + 1)
    }

    fileprivate func refusal(_ text: String, _ place: yaml_mark_t) -> ConfigurationError {
        .invalid([Diagnostic(text, at: mark(place))])
    }

    /// Converts nodes by index, each once, so that an alias costs nothing but its count.
    private struct TreeBuilder {
        let parser: DocumentParser
        var diagnostics: [Diagnostic] = []
        var built: [Int32: (node: Node, size: Int)] = [:]
        var open: Set<Int32> = []

        static func build(
            _ document: inout yaml_document_t, of parser: DocumentParser, diagnostics: inout [Diagnostic]
        ) throws(ConfigurationError) -> Node {
            var builder = TreeBuilder(parser: parser)
            let root = try builder.node(1, of: &document, depth: 1)
            diagnostics += builder.diagnostics
            return root.node
        }

        mutating func node(
            _ index: Int32, of document: inout yaml_document_t, depth: Int
        ) throws(ConfigurationError) -> (node: Node, size: Int) {
            if let done = built[index] { return done }
            let raw = yaml_document_get_node(&document, index)!.pointee
            guard open.insert(index).inserted else {
                throw parser.refusal("this contains itself by an alias; write it out", raw.start_mark)
            }
            defer { open.remove(index) }
            guard depth <= deepest else {
                throw parser.tooDeep(at: raw.start_mark)
            }
            checkTag(raw)
            let result: (node: Node, size: Int)
            switch raw.type {
            case YAML_SEQUENCE_NODE: result = try list(raw, of: &document, depth: depth)
            case YAML_MAPPING_NODE: result = try map(raw, of: &document, depth: depth)
            default: result = (scalar(raw), 1)
            }
            guard result.size <= mostNodes else {
                throw parser.refusal(
                    "more than \(mostNodes) values, aliases included; write less", raw.start_mark)
            }
            built[index] = result
            return result
        }

        private func scalar(_ raw: yaml_node_t) -> Node {
            let value = UnsafeBufferPointer(start: raw.data.scalar.value, count: raw.data.scalar.length)
            let style: Scalar.Style =
                switch raw.data.scalar.style {
                case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
                case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
                case YAML_LITERAL_SCALAR_STYLE: .literal
                case YAML_FOLDED_SCALAR_STYLE: .folded
                default: .plain
                }
            let scalar = Scalar(
                text: String(decoding: value, as: UTF8.self), style: style,
                source: raw.start_mark.index..<max(raw.start_mark.index, raw.end_mark.index),
                document: parser.source)
            return Node(.scalar(scalar), at: parser.mark(raw.start_mark))
        }

        private mutating func list(
            _ raw: yaml_node_t, of document: inout yaml_document_t, depth: Int
        ) throws(ConfigurationError) -> (node: Node, size: Int) {
            let items = raw.data.sequence.items
            var nodes: [Node] = []
            var size = 1
            for index in UnsafeBufferPointer(start: items.start, count: items.top - items.start) {
                let item = try node(index, of: &document, depth: depth + 1)
                nodes.append(item.node)
                size += item.size
            }
            return (Node(.list(nodes), at: parser.mark(raw.start_mark)), size)
        }

        private mutating func map(
            _ raw: yaml_node_t, of document: inout yaml_document_t, depth: Int
        ) throws(ConfigurationError) -> (node: Node, size: Int) {
            let pairs = raw.data.mapping.pairs
            var entries: [Node.Entry] = []
            var firstMarks: [String: Mark] = [:]
            var size = 1
            for pair in UnsafeBufferPointer(start: pairs.start, count: pairs.top - pairs.start) {
                let key = try node(pair.key, of: &document, depth: depth + 1).node
                let value = try node(pair.value, of: &document, depth: depth + 1)
                size += 1 + value.size
                guard var name = key.text else {
                    diagnostics.append(
                        Diagnostic(
                            "a key must be plain text; put quotes around what begins with '[' or '{'",
                            at: key.mark))
                    continue
                }
                if let control = name.unicodeScalars.first(where: \.isControl) {
                    diagnostics.append(
                        Diagnostic(
                            "a name has no control characters; remove U+\(control.hexadecimal)",
                            at: key.mark))
                } else if let deceptive = key.deceptiveCharacter {
                    diagnostics.append(deceptive)
                    // It is read as it looks, so that nothing more is told of it.
                    let scalars = name.unicodeScalars.compactMap {
                        $0 == "\u{A0}" ? " " : $0.isDeceptive ? nil : $0
                    }
                    name = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(
                        separator: " ")
                }
                if let first = firstMarks[name] {
                    diagnostics.append(
                        Diagnostic(
                            "'\(name)' was given before, on line \(first.line); remove one", at: key.mark))
                    continue
                }
                firstMarks[name] = key.mark
                entries.append(Node.Entry(key: name, keyMark: key.mark, value: value.node))
            }
            return (Node(.map(entries), at: parser.mark(raw.start_mark)), size)
        }

        /// libyaml gives every node a tag; one that is not of YAML's core schema (YAML 1.2, 10.3) was written in the file.
        private mutating func checkTag(_ raw: yaml_node_t) {
            guard let tag = raw.tag.map({ String(cString: $0) }), tag != "!" else { return }
            let yamls = "tag:yaml.org,2002:"
            let name = tag.hasPrefix(yamls) ? "!!" + tag.dropFirst(yamls.count) : tag
            guard !Self.coreTags.contains(name) else { return }
            diagnostics.append(
                Diagnostic(
                    "'\(name)' is a YAML tag, which has no meaning here; remove it or use quotes",
                    at: parser.mark(raw.start_mark)))
        }

        private static let coreTags: Set = [
            "!!map", "!!seq", "!!str", "!!null", "!!bool", "!!int", "!!float",
        ]
    }
}

extension yaml_event_t {
    /// Whether a node begins here that has a name for aliases.
    fileprivate var hasAnchor: Bool {
        switch type {
        case YAML_SCALAR_EVENT: data.scalar.anchor != nil
        case YAML_SEQUENCE_START_EVENT: data.sequence_start.anchor != nil
        case YAML_MAPPING_START_EVENT: data.mapping_start.anchor != nil
        default: false
        }
    }
}
