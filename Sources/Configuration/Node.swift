/// One node of a settings document, with the place where it stands.
///
/// ```swift
/// let node = try Document(text: "lights: [GPIO17, GPIO4]", name: "lights.yaml").root
/// for item in node["lights"]?.items ?? [] { print(item.mark, item.text ?? item.kind) }  // lights.yaml:1:10 GPIO17, …
/// ```
package struct Node: Sendable {
    /// What a node may be.
    package enum Content: Sendable {
        /// A single value, or none.
        case scalar(Scalar)
        /// Values in order.
        case list([Node])
        /// Keys with values, in the order of the file.
        case map([Entry])
    }

    /// A key and its value; a map's entries keep the order of the file, and a key that occurs twice its first value.
    package struct Entry: Sendable {
        /// The key's text, quotes and escapes resolved.
        package var key: String
        /// Where the key stands.
        package var keyMark: Mark
        /// What stands after it.
        package var value: Node

        /// Whether there is no `:` after the key, as after `0` in `{ device: hw:1,0 }`.
        var isBare: Bool {
            guard case .scalar(let scalar) = value.content, scalar.style == .plain, scalar.source.isEmpty
            else {
                return false
            }
            // Where nothing stands for a value, its place is that of what comes next.
            let before = scalar.document.scalars.prefix(scalar.source.lowerBound)
            guard let last = before.lastIndex(where: { !$0.properties.isWhitespace }) else { return true }
            // Nor is it bare with a comment behind its ':'.
            let line = before[...last].reversed().prefix { !$0.isLineBreak }
            return before[last] != ":" && !line.contains("#")
        }

        /// An entry that stands in no file, or is made anew.
        package init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    /// Where it begins; for a block of text, where its `|` or `>` stands.
    package let mark: Mark
    /// What it is.
    package let content: Content

    /// A node that stands in no file, or is made anew.
    package init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// A text that stands in no file, as if it were all of a file called `name`.
    package init(text: String, name: String) {
        let scalar = Scalar(
            text: text, style: .verbatim, source: 0..<text.unicodeScalars.count, document: SourceText(text))
        self.init(.scalar(scalar), at: Mark(file: name, line: 1, column: 1))
    }

    /// Whether it is text without quotes and nothing stands before it in its line.
    var isPlainOnItsOwnLine: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return scalar.document.line(mark.line - 1).prefix(mark.column - 1).allSatisfy { $0 == " " }
    }

    /// The text of a scalar; nil for a list or map.
    package var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// The items of a list; nil for anything else.
    package var items: [Node]? {
        if case .list(let items) = content { items } else { nil }
    }

    /// The entries of a map, in the order of the file; nil for anything else.
    package var entries: [Entry]? {
        if case .map(let entries) = content { entries } else { nil }
    }

    /// The value of a map's `key`; nil if it has none, or this is no map.
    package subscript(key: String) -> Node? {
        entries?.first { $0.key == key }?.value
    }

    /// Whether a key was given no value at all (`rules:` and nothing after it, `~` or `null`).
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// Where the character stands in the file that is `offset` Unicode scalars into this scalar's text, whatever the
    /// quoting, escapes and folding; the node's own place if this is no scalar.
    package func mark(at offset: Int) -> Mark {
        guard case .scalar(let scalar) = content else { return mark }
        return scalar.mark(at: offset, in: mark.file)
    }

    /// That a character stands in plain text that is not seen there, and what to do; nil where there is none.
    var deceptiveCharacter: Diagnostic? {
        guard case .scalar(let scalar) = content, scalar.style == .plain,
            let (offset, character) = scalar.text.unicodeScalars.enumerated().first(where: { $1.isDeceptive })
        else { return nil }
        return Diagnostic(character.invisibility, at: mark(at: offset))
    }

    /// What the node is, for diagnostics: "text", "a list", "a map", "nothing".
    package var kind: String {
        switch content {
        case .scalar: isNull ? "nothing" : "text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
