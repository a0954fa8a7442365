import Configuration

/// A `.gram` file: the header, the name, the imports and the rules (JSpeech Grammar Format, sections 2 to 3).
struct GrammarFile {
    struct Rule {
        var name: String
        var offset: Int
        var isPublic: Bool
        var expansion: Expansion
    }

    struct Import {
        /// `package.grammar.rule` or `package.grammar.*`.
        var name: String
        var offset: Int
    }

    let source: PhraseSource
    /// The name that the file gives itself, without a package.
    private(set) var name = ""
    /// The same with its package, `package.name`; `name` where it has none.
    private(set) var qualifiedName = ""
    private(set) var imports: [Import] = []
    private(set) var rules: [Rule] = []

    /// Parses the file; adds a diagnostic and returns nil if it cannot be read or is wrong.
    static func load(path: String, askedAt mark: Mark, _ diagnostics: Diagnostics) -> GrammarFile? {
        let text: String
        do {
            text = try TextFile.text(path: path)
        } catch {
            diagnostics.add("\(error)", at: mark)
            return nil
        }
        return GrammarFile(text: text, path: path, diagnostics)
    }

    init?(text: String, path: String, _ diagnostics: Diagnostics) {
        source = PhraseSource(text: text, file: path)
        var scanner = PhraseScanner(source.text)
        do {
            try parseHeader(&scanner)
            while try parseStatement(&scanner) {}
        } catch {
            diagnostics.add(error.text, at: source.mark(at: error.offset))
            return nil
        }
        if rules.isEmpty {
            diagnostics.add(
                "there are no rules in this grammar; write 'public <name> = words;'", at: source.mark(at: 0))
            return nil
        }
    }

    private mutating func parseHeader(_ scanner: inout PhraseScanner) throws(PhraseScanner.Failure) {
        // The byte order mark that some editors write.
        _ = scanner.accept("\u{FEFF}")
        try scanner.skipSpace()
        let start = scanner.at
        let keyword = scanner.name()
        guard keyword.uppercased() == "#JSGF" else {
            throw .init(text: "a grammar begins with the line '#JSGF V1.0;'", offset: start)
        }
        // Version, character encoding and locale; whatever they say, the file is UTF-8.
        try skipHeader(&scanner)
        try scanner.skipSpace()
        let declaration = scanner.at
        guard scanner.name() == "grammar" else {
            throw .init(text: "the grammar's name is missing; write 'grammar name;'", offset: declaration)
        }
        try scanner.skipSpace()
        let full = scanner.name()
        guard !full.isEmpty else {
            throw .init(
                text: "the grammar's name is missing; write 'grammar name;'", offset: scanner.at)
        }
        name = String(full.split(separator: ".").last ?? "")
        qualifiedName = full
        try expectSemicolon(&scanner)
    }

    private mutating func parseStatement(_ scanner: inout PhraseScanner) throws(PhraseScanner.Failure)
        -> Bool
    {
        try scanner.skipSpace()
        let start = scanner.at
        guard start < source.text.count else { return false }
        let keyword = scanner.name()
        try scanner.skipSpace()
        let nameStart = scanner.at
        guard ["", "public", "import"].contains(keyword), scanner.next == "<" else {
            throw .init(text: "a rule is written as 'public <name> = words;'", offset: start)
        }
        guard let name = scanner.bracketedName(), !name.isEmpty else {
            throw .init(text: "this '<' is never closed, or holds no name; write '<name>'", offset: nameStart)
        }
        if keyword == "import" {
            imports.append(Import(name: name, offset: nameStart))
            try expectSemicolon(&scanner)
            return true
        }
        guard Self.isRuleName(name) else {
            throw .init(
                text:
                    "<\(name)> cannot name a rule; begin with a letter, and use letters, digits, '-' and '_'",
                offset: nameStart)
        }
        try scanner.skipSpace()
        guard scanner.accept("=") else {
            throw .init(text: "'=' is missing after the rule's name", offset: scanner.at)
        }
        let expansion = try ExpansionParser.alternatives(of: source, &scanner)
        rules.append(Rule(name: name, offset: nameStart, isPublic: keyword == "public", expansion: expansion))
        try expectSemicolon(&scanner)
        return true
    }

    /// JSGF lets many characters into a name, but `<NULL>`, `<VOID>`, a range and a rule of another grammar mean something
    /// else wherever they are used.
    private static func isRuleName(_ name: String) -> Bool {
        let isRange = name.first.map { $0 == "-" || ("0"..."9").contains($0) } ?? true
        return !isRange && !name.contains { $0 == "." || $0 == " " } && name != "NULL" && name != "VOID"
    }

    private func expectSemicolon(_ scanner: inout PhraseScanner) throws(PhraseScanner.Failure) {
        try scanner.skipSpace()
        guard scanner.accept(";") else {
            let found = scanner.next.map { "'\($0)'" } ?? "the end of the file"
            throw .init(text: "';' is missing before \(found)", offset: scanner.endOfToken)
        }
    }

    /// Passes the rest of the first line, which says version, character encoding and locale.
    private func skipHeader(_ scanner: inout PhraseScanner) throws(PhraseScanner.Failure) {
        let end = source.text[scanner.at...].firstIndex { $0 == ";" || $0 == "\n" }
        guard let end, source.text[end] == ";" else {
            throw .init(text: "';' is missing after '#JSGF V1.0'", offset: scanner.at)
        }
        while scanner.at < end {
            try scanner.skipSpace()
            if scanner.at < end, scanner.name().isEmpty {
                throw .init(text: "a grammar begins with the line '#JSGF V1.0;'", offset: scanner.at)
            }
        }
        try expectSemicolon(&scanner)
    }
}
