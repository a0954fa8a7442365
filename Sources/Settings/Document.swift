/// A YAML file as a tree of nodes that know where they stand.
///
/// One document a file, in UTF-8, of at most 1 MiB, 50 levels and 100 000 nodes (aliases counted as often as they are
/// used), so that no file can exhaust the board. Keys are text.
public struct Document: Sendable {
    /// The path as it was given.
    public let name: String
    public let root: Node
    /// What is wrong without stopping the parse: keys that occur twice. `Complaints(of:)` begins with these.
    public let complaints: [Complaint]

    /// Parses `text`; `name` stands for the file in complaints.
    public init(text: String, name: String) throws(SettingsError) {
        var text = text
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        guard text.utf8.count <= Self.largestSize else {
            throw .unreadable(path: name, reason: Self.tooLarge)
        }
        var parser = DocumentParser(text: text, name: name)
        root = try parser.parse()
        complaints = parser.complaints
        self.name = name
    }

    /// Reads and parses a file.
    ///
    ///     let document = try Document.load(path: "relays.yaml")
    ///     document.root["commands"]?.mark  // relays.yaml:14:3
    public static func load(path: String) throws(SettingsError) -> Document {
        let bytes = try TextFile.read(path, atMost: largestSize)
        return try Document(text: TextFile.decode(bytes, name: path), name: path)
    }

    private static let largestSize = 1 << 20
    private static let tooLarge = "larger than 1 MiB; this is not a settings file"
}
