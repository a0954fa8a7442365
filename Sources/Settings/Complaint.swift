/// Something wrong in a settings file: where, what, and what to do about it.
public struct Complaint: Sendable, Hashable, CustomStringConvertible {
    public var mark: Mark
    /// What is wrong and what to do, in one line: `unknown key 'pim'; did you mean 'pin'?`
    public var text: String

    public init(_ text: String, at mark: Mark) {
        self.mark = mark
        self.text = text
    }

    public var description: String { "\(mark): \(text)" }
}

/// Why settings cannot be used.
public enum SettingsError: Error, Hashable, CustomStringConvertible {
    /// The file cannot be read at all; `reason` says why and what to do.
    case unreadable(path: String, reason: String)
    /// Everything that is wrong in the file, in the file's order; never empty.
    case invalid([Complaint])

    /// One line a complaint.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .invalid(let complaints): complaints.map(\.description).joined(separator: "\n")
        }
    }
}
