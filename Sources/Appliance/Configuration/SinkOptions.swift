import Configuration

/// Where dictated text goes: an entry of `to:` in the section `dictation:`.
///
/// ```yaml
/// dictation:
///   to:
///     - file: /var/lib/earshot/letters.txt
///       rotate: 10M
///     - program: [/usr/local/bin/print-label, --small]
///       format: json
///     - stdout
/// ```
package struct SinkOptions: Sendable, Hashable {
    /// What takes the text.
    package enum Target: Sendable, Hashable {
        /// A file that grows.
        case file(path: String, rotation: Rotation?)
        /// A program, its path and what it is given: on its standard input.
        case program([String])
        /// This process's own.
        case standardOutput
    }

    /// When a file is moved out of the way, and how many of these stay.
    package struct Rotation: Sendable, Hashable {
        /// A file that would grow beyond this is moved to `PATH.1`.
        package var size: ByteCount
        /// How many there are, up to `PATH.3`.
        package var keep = 3
    }

    /// How a text is written.
    package enum Format: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// As one reads it, with a line break after it.
        case text
        /// Its event, a line of JSON each.
        case json
    }

    /// What takes the texts.
    package var target: Target
    /// How each is written; a piece that was taken back is told in `json` alone.
    package var format = Format.text

    /// Texts to `target`, as text unless told otherwise.
    package init(_ target: Target, format: Format = .text) {
        self.target = target
        self.format = format
    }

    /// Which one it is: each sink of a configuration has a name of its own.
    package var name: String {
        switch target {
        case .file(let path, _): "file \(path)"
        case .program(let arguments): "program \(arguments.joined(separator: " "))"
        case .standardOutput: Self.standardOutput
        }
    }

    /// What it is called where others read it: of a program not what it is given, which may be secret.
    package var publicName: String {
        if case .program(let arguments) = target { "program \(arguments[0])" } else { name }
    }

    private static let standardOutput = "stdout"

    /// Decodes `stdout`, or a map with `file` or `program`; nil where it was diagnosed.
    init?(_ node: Node, _ diagnostics: Diagnostics) {
        guard node.entries != nil else {
            guard node.text == Self.standardOutput else {
                diagnostics.add(
                    "expected 'stdout', '{ file: /var/lib/earshot/text.txt }' or '{ program: [/usr/bin/logger] }', not "
                        + (node.text.map { "'\($0)'" } ?? node.kind), at: node.mark)
                return nil
            }
            target = .standardOutput
            return
        }
        let reader = MapReader(node, diagnostics)
        let file = reader.optional("file", String.self)
        let program = reader.optional("program", [String].self)
        let size = reader.optional("rotate", ByteCount.self, in: Self.sizes)
        let keep = reader.optional("keep", Int.self, in: 1...99)
        format = reader.optional("format", Format.self) ?? format
        reader.finish()
        for key in ["rotate", "keep"] where reader.node(key) != nil && reader.node("file") == nil {
            reader.report("'\(key)' is for a file; remove it", about: key)
        }
        if reader.node("keep") != nil, reader.node("rotate") == nil, reader.node("file") != nil {
            reader.report("'keep' needs a size at which the file is moved; add 'rotate: 10M'", about: "keep")
        }
        switch (reader.node("file"), reader.node("program")) {
        case (let node?, nil):
            guard let file, Self.isPath(file, at: node, diagnostics) else { return nil }
            target = .file(path: file, rotation: size.map { Rotation(size: $0, keep: keep ?? 3) })
        case (nil, let node?):
            guard let program else { return nil }
            guard let path = program.first, Self.isPath(path, at: node.items?.first ?? node, diagnostics)
            else {
                if program.isEmpty {
                    diagnostics.add("the program is missing; write its path from the root", at: node.mark)
                }
                return nil
            }
            target = .program(program)
        case (_?, _?):
            diagnostics.add("'file' and 'program' are two; give each an entry of its own", at: node.mark)
            return nil
        case (nil, nil):
            diagnostics.add("expected 'file' or 'program'; add one of them", at: node.mark)
            return nil
        }
    }

    private static let sizes = ByteCount(bytes: 1000)...ByteCount(bytes: 1_000_000_000_000)

    private static func isPath(_ text: String, at node: Node, _ diagnostics: Diagnostics) -> Bool {
        let isWhole = text.hasPrefix("/") && !text.hasSuffix("/") && !text.utf8.contains(0)
        guard isWhole else {
            diagnostics.add("expected a path from the root, not '\(text)'", at: node.mark)
            return false
        }
        // It would not be where it seems to be.
        let isPlain = !text.split(separator: "/").contains("..")
        if !isPlain { diagnostics.add("'\(text)' leads back by '..'; write the path without", at: node.mark) }
        return isPlain
    }

    /// Decodes one entry, or a list of them, no two for the same.
    static func read(_ node: Node, _ diagnostics: Diagnostics) -> [SinkOptions] {
        var sinks: [SinkOptions] = []
        for item in node.items ?? [node] {
            guard let sink = SinkOptions(item, diagnostics) else { continue }
            if sinks.contains(where: { $0.name == sink.name }) {
                diagnostics.add("\(sink.name) is there already; remove one of them", at: item.mark)
            }
            sinks.append(sink)
        }
        return sinks
    }
}
