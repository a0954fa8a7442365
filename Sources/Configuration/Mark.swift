/// A place in a configuration file, for diagnostics: `relays.yaml:12:8`. Marks are in the order of the file.
///
/// ```swift
/// let mark = Mark(file: "/etc/earshot/earshot.yaml", line: 12, column: 8)
/// mark.resolve("words.yaml")  // "/etc/earshot/words.yaml"
/// ```
public struct Mark: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The file's path as it was given.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars, as editors count.
    public var column: Int

    /// A place; nothing checks that the file has it.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `FILE:LINE:COLUMN`.
    public var description: String { "\(file):\(line):\(column)" }

    /// Whether `a` stands before `b`; of two files, the one whose name comes first.
    public static func < (a: Mark, b: Mark) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }

    /// `path` as a path that is relative to this file's folder; an absolute path stays as it is.
    public func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
