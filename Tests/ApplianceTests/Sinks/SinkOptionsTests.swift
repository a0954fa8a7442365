import Configuration
import Testing

@testable import Appliance

/// `to:` under `dictation:`.
@Suite struct SinkOptionsTests {
    private static func read(_ to: String) throws -> [SinkOptions] {
        let text = "recognize: dictation\ndictation: { to: \(to) }"
        return try ApplianceConfiguration(Document(text: text, name: "kiosk.yaml")).dictation.sinks
    }

    @Test("Text goes nowhere unless that is configured; then to one or several, each in its format")
    func entries() throws {
        let plain = try ApplianceConfiguration(Document(text: "recognize: dictation", name: "kiosk.yaml"))
        #expect(plain.dictation.sinks.isEmpty)
        #expect(try Self.read("stdout") == [SinkOptions(.standardOutput)])
        let sinks = try Self.read(
            """
            [ { file: /var/lib/earshot/text.txt, rotate: 10M, keep: 5 }, { file: /var/lib/earshot/b, format: json },
                { program: [/usr/bin/logger, -t, kiosk], format: json }, { program: /usr/bin/wall }, stdout ]
            """)
        #expect(
            sinks == [
                SinkOptions(
                    .file(
                        path: "/var/lib/earshot/text.txt",
                        rotation: .init(size: ByteCount(bytes: 10_000_000), keep: 5))),
                SinkOptions(.file(path: "/var/lib/earshot/b", rotation: nil), format: .json),
                SinkOptions(.program(["/usr/bin/logger", "-t", "kiosk"]), format: .json),
                SinkOptions(.program(["/usr/bin/wall"])), SinkOptions(.standardOutput),
            ])
        #expect(Set(sinks.map(\.name)).count == 5)
    }

    @Test(
        "What is wrong with where text is to go is told at its place, with what to write",
        arguments: [
            ("stdin", "expected 'stdout', '{ file:"),
            ("{ file: text.txt }", "kiosk.yaml:2:26: expected a path from the root, not 'text.txt'"),
            ("{ file: /var/lib/earshot/ }", "expected a path from the root"),
            (
                "{ file: /var/lib/earshot/../b }",
                "'/var/lib/earshot/../b' leads back by '..'; write the path without"
            ),
            ("{ program: [logger, -t, kiosk] }", "expected a path from the root, not 'logger'"),
            ("{ program: [] }", "the program is missing"),
            ("{ file: /a, program: /b }", "'file' and 'program' are two; give each an entry of its own"),
            ("{ format: json }", "expected 'file' or 'program'; add one of them"),
            ("{ file: /a, format: xml }", "expected one of text, json, not 'xml'"),
            ("{ file: /a, rotate: 10 }", "expected a size such as 500k, 10M or 1G, not '10'"),
            ("{ file: /a, rotate: 0k }", "0k is out of range; give 1k to 1000G"),
            ("{ file: /a, keep: 3 }", "'keep' needs a size at which the file is moved; add 'rotate: 10M'"),
            ("{ program: /a, rotate: 10M }", "'rotate' is for a file; remove it"),
            ("{ file: /a, rotate: 10M, keep: 0 }", "0 is out of range; give 1 to 99"),
            ("[ { file: /a }, { file: /a, format: json } ]", "file /a is there already; remove one of them"),
            ("[ stdout, stdout ]", "stdout is there already"),
        ])
    func mistakes(to: String, message: String) throws {
        do {
            _ = try Self.read(to)
            Issue.record("accepted: \(to)")
        } catch ConfigurationError.invalid(let diagnostics) {
            let all = diagnostics.map(\.description)
            #expect(all.count == 1 && all[0].contains(message), "\(all)")
        }
    }
}
