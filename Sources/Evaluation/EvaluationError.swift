/// Why recordings cannot be evaluated; each message says which line or file, and what to do.
///
/// ```swift
/// do {
///     print(try Manifest(path: "site/manifest.jsonl").clips.count, "recordings")
/// } catch {
///     print(error)        // site/manifest.jsonl:7: unknown key 'comand'; did you mean 'command'?
/// }
/// ```
package enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The manifest cannot be read, or has no line.
    case manifest(reason: String)
    /// A line of it, counted from 1, is not what it should be, or its recording is not, or cannot be; the reason names the
    /// remedy.
    case line(path: String, number: Int, reason: String)
    /// Several lines of it are not, each of them `line`.
    case lines([EvaluationError])
    /// A noise to mix in cannot be used, or the configuration that should hear recordings; the reason names the remedy.
    case recording(reason: String)
    /// A file cannot be written; the reason names the remedy.
    case unwritable(reason: String)

    /// What is wrong and what to do.
    package var description: String {
        switch self {
        case .manifest(let reason): reason
        case .line(let path, let number, let reason): "\(path):\(number): \(reason)"
        case .lines(let all): Self.listed(all)
        case .recording(let reason), .unwritable(let reason): reason
        }
    }

    /// As many as can be mended in one go.
    private static func listed(_ all: [EvaluationError]) -> String {
        let shown = 20
        let rest = all.count > shown ? ["and \(all.count - shown) more"] : []
        return (all.prefix(shown).map(\.description) + rest).joined(separator: "\n")
    }
}
