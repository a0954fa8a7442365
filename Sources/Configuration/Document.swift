/// A YAML file as a tree of nodes that know where they stand.
///
/// One document a file, in UTF-8, of at most 1 MiB, 50 levels, 1000 anchors and 100 000 nodes (aliases counted as often as
/// they are used), so that no file can exhaust the board. Keys are text.
///
/// ```swift
/// let document = try Document(text: "pump: { line: GPIO5 }", name: "relays.yaml")
/// document.root["pump"]?["line"]?.text  // "GPIO5"
/// ```
package struct Document: Sendable {
    /// The path as it was given.
    package let name: String
    /// The whole of it, as a rule a map.
    package let root: Node
    /// What is wrong without stopping the parse: keys that occur twice. `Diagnostics(of:)` begins with these.
    package let diagnostics: [Diagnostic]

    /// Parses `text`.
    ///
    /// - Parameters:
    ///   - name: stands for the file in diagnostics.
    ///   - mayBeEmpty: whether nothing, or only comments, are settings, too: a map without keys.
    /// - Throws: `invalid` with what is no YAML or too much of it, `unreadable` for a text of more than 1 MiB.
    package init(text: String, name: String, mayBeEmpty: Bool = false) throws(ConfigurationError) {
        var text = text
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        guard text.utf8.count <= Self.largestSize else {
            throw .unreadable(path: name, reason: Self.tooLarge)
        }
        var parser = DocumentParser(text: text, name: name, mayBeEmpty: mayBeEmpty)
        root = try parser.parse()
        diagnostics = parser.diagnostics
        self.name = name
    }

    /// Reads and parses a file.
    ///
    /// ```swift
    /// let document = try Document.load(path: "relays.yaml")
    /// document.root["commands"]?.mark  // relays.yaml:14:3
    /// ```
    ///
    /// - Throws: `unreadable` if there is no such file, or it is not a file; `invalid` if it is empty or not UTF-8; else as
    ///   `init(text:name:mayBeEmpty:)`.
    package static func load(path: String, mayBeEmpty: Bool = false) throws(ConfigurationError) -> Document {
        let bytes = try TextFile.read(path, atMost: largestSize, mayBeEmpty: mayBeEmpty)
        return try Document(
            text: TextFile.decode(bytes, name: path), name: path, mayBeEmpty: mayBeEmpty)
    }

    private static let largestSize = 1 << 20
    private static let tooLarge = "larger than 1 MiB; this is not a settings file"
}
