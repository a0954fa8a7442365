/// Something wrong in a configuration file: where, what, and what to do about it.
///
/// ```swift
/// let mark = Mark(file: "relays.yaml", line: 12, column: 8)
/// print(Diagnostic("unknown key 'pim'; did you mean 'pin'?", at: mark))
/// // relays.yaml:12:8: unknown key 'pim'; did you mean 'pin'?
/// ```
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The place of the key or value that is wrong.
    public var mark: Mark
    /// What is wrong and what to do, in one line: `unknown key 'pim'; did you mean 'pin'?`
    public var text: String

    /// What is wrong with what stands at `mark`.
    public init(_ text: String, at mark: Mark) {
        self.mark = mark
        self.text = text
    }

    /// `FILE:LINE:COLUMN: TEXT`, as compilers say it and editors can follow.
    public var description: String { "\(mark): \(text)" }
}

/// Why settings cannot be used.
///
/// ```swift
/// do {
///     let document = try Document.load(path: "relays.yaml")
/// } catch .invalid(let diagnostics) {
///     for diagnostic in diagnostics { print(diagnostic) }
/// } catch {
///     print(error)
/// }
/// ```
package enum ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// The file cannot be read at all; `reason` says why and what to do.
    case unreadable(path: String, reason: String)
    /// Everything that is wrong in the file, in the file's order; never empty.
    case invalid([Diagnostic])

    /// One line a diagnostic.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        }
    }
}
