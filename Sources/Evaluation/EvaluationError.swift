/// Why recordings cannot be evaluated; each message says which line or file, and what to do.
public enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The manifest cannot be read.
    case manifest(reason: String)
    /// A line of it is not what it should be.
    case line(path: String, number: Int, reason: String)
    /// A recording that the manifest names cannot be used; the reason names the remedy.
    case recording(reason: String)
    /// A file cannot be written; the reason names the remedy.
    case unwritable(reason: String)

    public var description: String {
        switch self {
        case .manifest(let reason): reason
        case .line(let path, let number, let reason): "\(path):\(number): \(reason)"
        case .recording(let reason), .unwritable(let reason): reason
        }
    }
}
