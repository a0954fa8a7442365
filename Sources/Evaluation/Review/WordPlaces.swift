import Configuration

/// Where words stand in a configuration file and the grammar files that it imports, for diagnostics about them.
///
/// What is between `< >`, `{ }` or slashes is no word that is said.
struct WordPlaces {
    /// Finding the line and column of an offset takes time, and few words are asked for.
    private enum Place {
        case at(Mark)
        case within(Node, offset: Int)
    }

    private var places: [String: Place] = [:]
    private var pronunciations: [String: [Node]] = [:]
    /// Words of commands and rules, which may have ranges of numbers in their place.
    private var ofCommands: Set<String> = []

    /// - Parameter root: A configuration.
    init(_ root: Node) {
        for command in root["commands"]?.entries ?? [] {
            if let say = command.value["say"] { note(say) }
        }
        for rule in root["rules"]?.entries ?? [] { note(rule.value) }
        ofCommands = Set(places.keys)
        if let wake = root["wake"] {
            note(wake)
            for entry in (wake.items ?? [wake]).flatMap({ $0.entries ?? [] }) {
                note(entry.key, at: entry.keyMark)
            }
        }
        for file in root["import"].map({ $0.items ?? [$0] }) ?? [] {
            guard let path = file.text.map(file.mark.resolve), let text = try? TextFile.text(path: path)
            else {
                continue
            }
            note(Node(text: text, name: path))
        }
        // A word with a pronunciation of its own is corrected where that stands.
        for entry in root["pronunciations"]?.entries ?? [] {
            places[entry.key.lowercased()] = .at(entry.value.items?.first?.mark ?? entry.value.mark)
            pronunciations[entry.key.lowercased()] = entry.value.items ?? [entry.value]
        }
    }

    /// Where the word stands first; nil if it comes from a built-in rule, or from a file that an imported one imports.
    subscript(word: String) -> Mark? {
        switch places[word] {
        case .at(let mark): mark
        case .within(let node, let offset): node.mark(at: offset)
        case nil: nil
        }
    }

    /// Whether a word is said for a wake phrase only.
    func isOfWakeOnly(_ word: String) -> Bool { places[word] != nil && !ofCommands.contains(word) }

    /// Where a phone stands in the word's own pronunciations; where the word stands if it has none with that phone.
    func mark(of phone: String, in word: String) -> Mark? {
        for node in pronunciations[word] ?? [] {
            let phones = Self.words(of: node.text ?? "")
            if let found = phones.first(where: { $0.word == phone.lowercased() }) {
                return node.mark(at: found.offset)
            }
        }
        return self[word]
    }

    /// Words of a map's key, whose places inside it are not known.
    private mutating func note(_ key: String, at mark: Mark) {
        for (word, _) in Self.words(of: key) where places[word] == nil { places[word] = .at(mark) }
    }

    private mutating func note(_ node: Node) {
        for item in node.items ?? [node] {
            guard let text = item.text else { continue }
            for (word, offset) in Self.words(of: text) where places[word] == nil {
                places[word] = .within(item, offset: offset)
            }
        }
    }

    /// The words of a phrase, each with its offset in Unicode scalars.
    static func words(of phrase: String) -> [(word: String, offset: Int)] {
        var found: [(word: String, offset: Int)] = []
        var word = String.UnicodeScalarView()
        var closing: Unicode.Scalar?
        func flush(at offset: Int) {
            if !word.isEmpty { found.append((String(word).lowercased(), offset - word.count)) }
            word = String.UnicodeScalarView()
        }
        for (offset, scalar) in phrase.unicodeScalars.enumerated() {
            if let end = closing {
                if scalar == end { closing = nil }
            } else if let end = brackets[scalar] {
                flush(at: offset)
                closing = end
            } else if scalar.properties.isWhitespace || separators.contains(scalar) {
                flush(at: offset)
            } else {
                word.append(scalar)
            }
        }
        flush(at: phrase.unicodeScalars.count)
        return found
    }

    private static let brackets: [Unicode.Scalar: Unicode.Scalar] = ["<": ">", "{": "}", "/": "/"]
    private static let separators: Set<Unicode.Scalar> = ["|", "[", "]", "(", ")", "*", "+", "\"", ";", "="]
}
