import Configuration

/// Why the appliance cannot start or continue. Every message says what to do.
///
/// ```swift
/// do {
///     let configuration = try ApplianceConfiguration.load("relays.yaml")
/// } catch .configuration(let diagnostics) {
///     for diagnostic in diagnostics { print(diagnostic) }  // relays.yaml:12:8: unknown key 'pim'; did you mean 'pin'?
/// } catch {
///     print(error)
/// }
/// ```
public enum ApplianceError: Error, Sendable, CustomStringConvertible {
    /// The configuration has mistakes; each diagnostic has its place and remedy.
    case configuration([Diagnostic])
    /// A file cannot be read.
    case unreadable(String)
    /// A line of a board script is wrong.
    case script(String)
    /// A module below could not do its part; its message names the remedy.
    case unavailable(String)

    /// What is wrong and what to do; of a configuration, a line a mistake.
    public var description: String {
        switch self {
        case .configuration(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        case .unreadable(let message), .script(let message), .unavailable(let message): message
        }
    }
}

extension ApplianceError {
    /// Why a configuration file cannot be used.
    package init(_ error: ConfigurationError) {
        self =
            switch error {
            case .invalid(let diagnostics): .configuration(diagnostics)
            case .unreadable: .unreadable("\(error)")
            }
    }

    /// An error of the modules below: a mistake of the configuration where that is behind it.
    init(_ error: any Error, in configuration: ApplianceConfiguration) {
        let mistakes = configuration.mistakes(behind: error)
        self =
            mistakes.isEmpty
            ? error as? ApplianceError ?? .unavailable("\(error)") : .configuration(mistakes)
    }
}
