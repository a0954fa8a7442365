import Settings

/// Why the appliance cannot start or go on. Every message says what to do.
public enum StationError: Error, Sendable, CustomStringConvertible {
    /// The configuration has mistakes; each complaint has its place and remedy.
    case configuration([Complaint])
    /// A file cannot be read.
    case unreadable(String)
    /// A line of a board script is wrong.
    case script(String)
    /// A module below could not do its part; its message names the remedy.
    case unavailable(String)
    /// `--input` and `--board` do not fit the configuration, or each other.
    case usage(String)

    public var description: String {
        switch self {
        case .configuration(let complaints): complaints.map(\.description).joined(separator: "\n")
        case .unreadable(let message), .script(let message), .unavailable(let message), .usage(let message):
            message
        }
    }
}
