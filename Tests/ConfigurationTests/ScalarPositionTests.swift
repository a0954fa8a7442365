import Configuration
import Testing

@Suite struct ScalarPositionTests {
    /// Where each character of `find` in the value of `say` stands, found in the source by searching for it.
    private func expectPosition(
        of find: Character, in source: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let document = try Document(text: source, name: "t.yaml")
        let node = try #require(document.root["say"], sourceLocation: sourceLocation)
        let value = Array(try #require(node.text).unicodeScalars)
        let offset = try #require(value.firstIndex { Character($0) == find }, sourceLocation: sourceLocation)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains(find) }, sourceLocation: sourceLocation)
        let column = Array(lines[line].unicodeScalars).firstIndex { Character($0) == find }! + 1
        #expect(
            node.mark(at: offset) == Mark(file: "t.yaml", line: line + 1, column: column),
            sourceLocation: sourceLocation)
    }

    @Test("A character is found in every style of scalar")
    func styles() throws {
        try expectPosition(of: "Q", in: "say: turn Q off\n")
        try expectPosition(of: "Q", in: "say: Q\n")
        try expectPosition(of: "Q", in: "x: 1\nsay:   turn\n  the lamp\n  Q off\n")
        try expectPosition(of: "Q", in: "say: turn\n\n\n  the lamp\n\n  Q off\n")
        try expectPosition(of: "Q", in: "say: \"turn Q off\"\n")
        try expectPosition(of: "Q", in: "say: \"Q\"\n")
        try expectPosition(of: "Q", in: "say: \"a \\\"b\\\" \\u00e9\\x41 \\t Q off\"\n")
        try expectPosition(of: "Q", in: "say: \"one\n  two\n\n  \\n three Q\"\n")
        try expectPosition(of: "Q", in: "say: \"one \\\n   two \\\n   Q\"\n")
        try expectPosition(of: "Q", in: "say: 'it''s ''Q'\n")
        try expectPosition(of: "Q", in: "say: 'one\n  two   Q'\n")
        try expectPosition(of: "Q", in: "say: &anchor \"turn Q off\"\n")
        try expectPosition(of: "Q", in: "say: &anchor turn Q off\n")
        try expectPosition(of: "Q", in: "say: !!str Q\n")
        try expectPosition(of: "Q", in: "say: &a !!str\n  Q\n")
        try expectPosition(of: "Q", in: "say: !!str &a 'turn Q off'\n")
        try expectPosition(of: "Q", in: "say: &a # why\n  turn Q off\n")
        try expectPosition(of: "Q", in: "say: !!str # why\n  # and how\n  &a # ever\n  \"turn Q off\"\n")
        try expectPosition(of: "Q", in: "say: |\n  turn\n    the lamp\n\n  Q off\n")
        try expectPosition(of: "Q", in: "say: |\n  Q off\n")
        try expectPosition(of: "Q", in: "say: |2-  # why\n    Q off\n")
        try expectPosition(of: "Q", in: "say: >-\n  turn\n  the lamp\n\n\n  then\n  Q off\n")
        try expectPosition(of: "Q", in: "say: >-\n  turn\n      indented more\n  Q off\n")
        try expectPosition(of: "Q", in: "a: {b: 1}\nsay: \"ä ö Q\"\n")
        try expectPosition(of: "Q", in: "{say: turn Q off}\n")
    }

    @Test("An offset at or past the end stands at the end")
    func end() throws {
        let node = try #require(try Document(text: "say: \"ab\"\n", name: "t.yaml").root["say"])
        #expect(node.mark(at: 2).column == 9)
        #expect(node.mark(at: 99).column == 9)
        #expect(node.mark(at: 0).column == 7)
    }

    @Test(
        "Lines end with a carriage return or Unicode's own breaks, too",
        arguments: ["\r", "\r\n", "\u{85}", "\u{2028}"])
    func lineBreaks(end: String) throws {
        let document = try Document(
            text: ["a: 1", "say: |", "  one", "  two", "b: x", ""].joined(separator: end), name: "t.yaml")
        #expect(document.root["say"]?.mark(at: 4) == Mark(file: "t.yaml", line: 4, column: 3))
        #expect(document.root["b"]?.mark(at: 0) == Mark(file: "t.yaml", line: 5, column: 4))
    }

    @Test("A list or map has only its own place")
    func noScalar() throws {
        let node = try Document(text: "say: [a]\n", name: "t.yaml").root["say"]
        #expect(node?.mark(at: 3) == node?.mark)
    }
}
