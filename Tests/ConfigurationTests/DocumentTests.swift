import Configuration
import Glibc
import Platform
import TestSupport
import Testing

/// What a document that cannot be parsed is refused with.
func refusal(_ text: String) -> String {
    do {
        _ = try Document(text: text, name: "t.yaml")
        return "accepted"
    } catch {
        return error.description
    }
}

@Suite struct DocumentTests {
    @Test("Every node knows its line and column")
    func marks() throws {
        let document = try Document(
            text: """
                # comment
                outputs:
                  lamp: { pin: 17, name: "Lämp" }
                  list:
                    - one
                    - two
                """, name: "t.yaml")
        #expect(document.root["outputs"]?["lamp"]?["pin"]?.mark == Mark(file: "t.yaml", line: 3, column: 16))
        #expect(document.root["outputs"]?["list"]?.items?.last?.mark.description == "t.yaml:6:7")
        #expect(document.root.entries?.first?.keyMark.line == 2)
        #expect(document.root["outputs"]?["lamp"]?["name"]?.text == "Lämp")
    }

    @Test("A key that occurs twice is complained of, and its first value kept")
    func duplicates() throws {
        let document = try Document(text: "a: 1\nb: 2\na: 3\n", name: "t.yaml")
        #expect(document.root["a"]?.text == "1")
        #expect(
            document.diagnostics.map(\.description) == [
                "t.yaml:3:1: 'a' was given before, on line 1; remove one"
            ])
    }

    @Test("A key that is no text is complained of")
    func listKey() throws {
        let document = try Document(text: "[please]: 1\n", name: "t.yaml")
        #expect(document.diagnostics.first?.text.contains("quotes") == true)
    }

    @Test("A key with a control character is complained of")
    func controlInKey() throws {
        let document = try Document(text: "a: 1\n\"b\\u0007\\e[31m\": 2", name: "t.yaml")
        #expect(
            document.diagnostics.map(\.description) == [
                "t.yaml:2:1: a name has no control characters; remove U+0007"
            ])
    }

    @Test("A tag that is not of YAML's core schema is complained of, as it was written")
    func tags() throws {
        let document = try Document(
            text: "a: !pin 17\nb: !!str 4\nc: ! x\nd: !!python/object:os.system {}\ne: !!seq []\n",
            name: "t.yaml")
        #expect(document.diagnostics.map(\.mark.line) == [1, 4])
        #expect(
            document.diagnostics.last?.text
                == "'!!python/object:os.system' is a YAML tag, which has no meaning here; remove it or use quotes"
        )
    }

    @Test(
        "A syntax error is named in plain words, with its place",
        arguments: [
            ("a:\n\tb: 1\n", "t.yaml:2:1: a tab is used to indent; use spaces"),
            ("a:\n  b: 1\n \tc: 1\n", "t.yaml:3:2: a tab is used to indent; use spaces"),
            ("a: @b\n", "t.yaml:1:4: a value cannot begin with this character; put the text in quotes"),
            ("a: 1\rb: 2\rc: @x\n", "t.yaml:3:4: a value cannot begin with this character"),
            ("a: 1\r\n\u{2028}\u{85}c: @x", "t.yaml:4:4: a value cannot begin with this character"),
            ("a: 1\rb: [c] d\r", "t.yaml:2:8: text that begins with '[' and goes on behind ']'"),
            ("a: b: c\n", "t.yaml:1:5: a ':' cannot stand here"),
            ("a: [one, two\nb: 1\n", "t.yaml:2:2: a list in '[' ']' is not closed (the one of line 1)"),
            ("a: {one: 1\nb: [\n", "is not closed"),
            ("a: \"never closed\nb: 1\n", "the file ends inside a quoted text (the one of line 1)"),
            ("a: 1\n  b: 2\n", "t.yaml:2:4: a ':' cannot stand here"),
            ("a: 1\n b: 2\n", "t.yaml:2:3: a ':' cannot stand here"),
            ("a:\n  - 1\n  b: 2\n", "t.yaml:3:3: this is no item of the list above"),
            ("a: 1\nb\nc: 2\n", "t.yaml:2:1: a ':' is missing after the key"),
            ("a: 1\nb # note: x\nc: 2\n", "t.yaml:2:1: a ':' is missing after the key"),
            ("a: 1\nsee http://x\nc: 2\n", "t.yaml:2:1: a ':' is missing after the key"),
            ("listen always\ncommands:\n", "t.yaml:1:1: a ':' is missing after the key"),
            ("a:\n  - set on\n\n    b: 2\n", "t.yaml:2:5: a ':' is missing after the key"),
            ("a:\n  line:GPIO5\n  b: 2\n", "t.yaml:2:3: a space is missing after the ':'"),
            ("a:\n  b: 1\n   c: 2\n", "t.yaml:3:5: a ':' cannot stand here"),
            ("a: 1\n\nset on", "t.yaml:3:1: a ':' is missing after the key"),
            ("a: 1\nb:on\n\n\nc: 2\n", "t.yaml:2:1: a space is missing after the ':'; write 'key: value'"),
            ("a: 1\nb:\u{A0}on\nc: 2\n", "t.yaml:2:1: a no-break space (U+00A0) stands in this line"),
            ("a: 1\n\u{A0}\nc: 2\n", "t.yaml:2:1: a no-break space (U+00A0) stands in this line"),
            (
                "say: [a] b\n",
                "t.yaml:1:10: text that begins with '[' and goes on behind ']' needs quotes around all of it"
            ),
            ("a: {b} c\n", "t.yaml:1:8: text that begins with '{' and goes on behind '}' needs quotes"),
            ("a:\n  - [b] c\n", "t.yaml:2:9: text that begins with '[' and goes on behind ']' needs quotes"),
            ("a: 'don't b'\n", "t.yaml:1:9: the text was closed by the ' before this"),
            ("a: \"b\" | \"c\"\n", "t.yaml:1:10: the text was closed by the \" before this"),
            ("a: | b\n", "t.yaml:1:6: '|' and '>' at its beginning announce text on the lines below"),
            ("say: *star\n", "'*' begins an alias"),
            ("say: \"a\\q\"\n", "this '\\' escape is unknown"),
            ("a: \u{1}\n", "t.yaml:1:4: a control character (code 1) is in the file; remove it"),
            ("ä: 1\nb: ö\u{C}x\n", "t.yaml:2:5: a control character (code 12)"),
            ("a: 1\n---\nb: 2\n", "t.yaml:3:1: a second document begins here"),
            ("%YAML 1.9\n---\na: 1", "check the YAML syntax"),
        ])
    func syntax(text: String, expected: String) {
        #expect(refusal(text).contains(expected), "\(refusal(text))")
    }

    @Test("A character that is not seen is told of where it stands in a name, which is read as it looks")
    func deceptiveName() throws {
        let document = try Document(text: "a: 1\nlis\u{200B}ten: on\n", name: "t.yaml")
        #expect(
            document.diagnostics.map(\.description) == [
                "t.yaml:2:4: an invisible character (U+200B) stands here; delete it, or type the word again"
            ])
        #expect(document.root["listen"]?.text == "on")
    }

    @Test(
        "A value that only looks right is refused for the character that is not seen",
        arguments: [("on\u{A0}", "t.yaml:1:6", "U+00A0"), ("o\u{AD}n", "t.yaml:1:5", "U+00AD")])
    func deceptiveValue(text: String, place: String, name: String) throws {
        let document = try Document(text: "a: \(text)\n", name: "t.yaml")
        let diagnostics = Diagnostics(of: document)
        _ = MapReader(document.root, diagnostics).required("a", Bool.self)
        #expect(
            diagnostics.sorted.map(\.description) == [
                "\(place): an invisible character (\(name)) stands here; delete it, or type the word again"
            ])
    }

    @Test(
        "A file with nothing but comments is refused by name",
        arguments: ["", "# only this\n", "\n\n"])
    func nothing(text: String) {
        #expect(
            refusal(text)
                == "t.yaml:1:1: there are no settings here, only comments or nothing; write some")
    }

    @Test("A document that begins and has nothing in it is a map without keys")
    func nothingBegun() throws {
        let document = try Document(text: "---\n", name: "t.yaml")
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        reader.finish()
        #expect(reader.isMap && reader.entries.isEmpty)
        #expect(diagnostics.isEmpty)
    }

    @Test(
        "Where nothing is needed, a file with nothing but comments is a map without keys",
        arguments: ["", "# only this\n", "\n\n"])
    func nothingNeeded(text: String) throws {
        let path = TemporaryFolder.ofProcess.write(text, to: "nothing-\(text.utf8.count).yaml")
        let root = try Document.load(path: path, mayBeEmpty: true).root
        #expect(root.entries?.isEmpty == true && root.mark.line == 1)
    }

    @Test("Aliases are resolved, and one that contains itself is refused")
    func aliases() throws {
        let document = try Document(text: "a: &x [1, 2]\nb: *x\n", name: "t.yaml")
        #expect(document.root["b"]?.items?.count == 2)
        #expect(refusal("a: &x [1, *x]\n").contains("contains itself"))
    }

    @Test("An alias bomb is refused, at once")
    func aliasBomb() {
        var text = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
        for level in 1...30 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(refusal(text).contains("more than 100000 values"))
    }

    @Test("More anchors than settings need are refused, at the first too many")
    func anchors() {
        func list(_ anchors: Int) -> String { (0..<anchors).map { "- &a\($0) 1\n" }.joined() }
        #expect(refusal(list(1000)) == "accepted")
        #expect(refusal(list(60_000)) == "t.yaml:1001:3: more than 1000 anchors ('&'); write less")
    }

    @Test("Deep nesting is refused", arguments: [60, 900, 200_000])
    func deep(levels: Int) {
        #expect(refusal("a: " + String(repeating: "[", count: levels)) != "accepted")
        let closed = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        #expect(refusal("a: " + closed) != "accepted")
    }

    @Test("A byte order mark and Windows line ends are no hindrance")
    func windows() throws {
        let document = try Document(text: "\u{FEFF}a: 1\r\nb: \"x y\"\r\n", name: "t.yaml")
        #expect(document.root["b"]?.text == "x y")
        #expect(document.root["b"]?.mark(at: 2) == Mark(file: "t.yaml", line: 2, column: 7))
    }

    @Test("Nonsense never crashes the parser")
    func nonsense() {
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("ab:-[]{}&*!|>'\"%@`#,? \n\r\u{85}\u{2028}\t\\~é0")
        var accepted = 0
        for _ in 0..<2000 {
            let length = Int.random(in: 0..<60, using: &random)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &random)! })
            guard let document = try? Document(text: text, name: "t.yaml") else { continue }
            accepted += 1
            func visit(_ node: Node) {
                for offset in 0...(node.text?.unicodeScalars.count ?? 0) {
                    #expect(node.mark(at: offset).line >= 1)
                }
                node.items?.forEach(visit)
                node.entries?.forEach { visit($0.value) }
            }
            visit(document.root)
        }
        // About a quarter.
        #expect(accepted > 200)
    }
}

@Suite struct FileTests {
    let folder = TemporaryFolder()

    private func refusal(_ path: String) -> String {
        do {
            _ = try Document.load(path: path)
            return "accepted"
        } catch {
            return error.description
        }
    }

    @Test("A file is loaded, and other files are named relative to it")
    func load() throws {
        let path = folder.write("import: menu.gram\n".utf8, to: "a.yaml")
        let document = try Document.load(path: path)
        #expect(document.root["import"]?.mark.resolve("menu.gram") == folder.path + "/menu.gram")
        #expect(document.root.mark.resolve("/etc/x") == "/etc/x")
        #expect(Mark(file: "a.yaml", line: 1, column: 1).resolve("b") == "b")
    }

    @Test("A file that cannot be read says why")
    func unreadable() {
        #expect(refusal("/no/such.yaml") == "/no/such.yaml: no such file; check the path")
        #expect(refusal(folder.path) == "\(folder.path): a folder, not a file; name the file in it")
        #expect(
            refusal(folder.write([], to: "empty.yaml")).hasSuffix(
                "empty.yaml:1:1: the file is empty; write it, or name the one that was meant")
        )
        #expect(refusal("/dev/zero").contains("larger than"))
        #expect(
            refusal(folder.write(String(repeating: "a", count: 2 << 20).utf8, to: "big")).contains(
                "larger than"))
    }

    @Test("A FIFO that nobody writes to does not hang the start")
    func fifo() {
        let path = folder.path + "/fifo"
        mkfifo(path, 0o600)
        defer { unlink(path) }
        #expect(refusal(path).contains("empty"))
    }

    @Test("Bytes that are no UTF-8 are named with their place")
    func encoding() {
        let latin = folder.write(Array("a: 1\nb: gr".utf8) + [0xFC] + Array("n\n".utf8), to: "latin.yaml")
        #expect(refusal(latin) == "\(latin):2:6: this is not UTF-8 text; save the file as UTF-8")
        let utf16 = folder.write([0xFF, 0xFE, 0x61, 0x00, 0x3A, 0x00], to: "utf16.yaml")
        #expect(refusal(utf16).contains(":1:1: this is not UTF-8 text"))
        let cut = folder.write(Array("a: gr".utf8) + [0xC3], to: "cut.yaml")
        #expect(refusal(cut).contains(":1:6: this is not UTF-8 text"))
    }
}
