/// One node of a settings document, with the place where it stands.
public struct Node: Sendable {
    public enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case map([Entry])
    }

    /// A key and its value; a map's entries keep the order of the file, and a key that occurs twice its first value.
    public struct Entry: Sendable {
        public var key: String
        public var keyMark: Mark
        public var value: Node

        public init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    public let mark: Mark
    public let content: Content

    public init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// A text that stands in no file, as if it were all of a file called `name`.
    public init(text: String, name: String) {
        let scalar = Scalar(
            text: text, style: .verbatim, source: 0..<text.unicodeScalars.count, document: text)
        self.init(.scalar(scalar), at: Mark(file: name, line: 1, column: 1))
    }

    /// The text of a scalar; nil for a list or map.
    public var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// The items of a list; nil for anything else.
    public var items: [Node]? {
        if case .list(let items) = content { items } else { nil }
    }

    /// The entries of a map, in the order of the file; nil for anything else.
    public var entries: [Entry]? {
        if case .map(let entries) = content { entries } else { nil }
    }

    /// The value of a map's `key`.
    public subscript(key: String) -> Node? {
        entries?.first { $0.key == key }?.value
    }

    /// Whether a key was given no value at all (`rules:` and nothing after it, `~` or `null`).
    public var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// Where the character stands in the file that is `offset` Unicode scalars into this scalar's text, whatever the
    /// quoting, escapes and folding; the node's own place if this is no scalar.
    public func mark(at offset: Int) -> Mark {
        guard case .scalar(let scalar) = content else { return mark }
        return scalar.mark(at: offset, in: mark.file)
    }

    /// What the node is, for complaints: "text", "a list", "a map", "nothing".
    public var kind: String {
        switch content {
        case .scalar: isNull ? "nothing" : "text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
