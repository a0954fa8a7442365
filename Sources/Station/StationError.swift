import Settings

/// Why the appliance cannot start or go on. Every message says what to do.
///
/// ```swift
/// do {
///     let configuration = try Configuration.load("relays.yaml")
/// } catch .configuration(let complaints) {
///     for complaint in complaints { print(complaint) }  // relays.yaml:12:8: unknown key 'pim'; did you mean 'pin'?
/// } catch {
///     print(error)
/// }
/// ```
public enum StationError: Error, Sendable, CustomStringConvertible {
    /// The configuration has mistakes; each complaint has its place and remedy.
    case configuration([Complaint])
    /// A file cannot be read.
    case unreadable(String)
    /// A line of a board script is wrong.
    case script(String)
    /// A module below could not do its part; its message names the remedy.
    case unavailable(String)

    /// What is wrong and what to do; of a configuration, a line a mistake.
    public var description: String {
        switch self {
        case .configuration(let complaints): complaints.map(\.description).joined(separator: "\n")
        case .unreadable(let message), .script(let message), .unavailable(let message): message
        }
    }
}

extension StationError {
    /// An error of the modules below: a mistake of the configuration where that is behind it.
    init(_ error: any Error, in configuration: Configuration) {
        self =
            if let mistake = configuration.mistake(behind: error) {
                .configuration([mistake])
            } else {
                error as? StationError ?? .unavailable("\(error)")
            }
    }
}
