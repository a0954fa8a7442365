/// What an appliance is doing, by the names that its socket gives it. A later version may tell of another state, so whoever passes
/// one on passes on its text.
///
/// ```swift
/// if status.knownState == .recording { print("speak now") }
/// ```
package enum SocketState: String, Sendable, CaseIterable {
    case starting, idle, listening, recording, deciding, speaking, confirming, muted, unavailable, fault
}

extension ApplianceStatus {
    /// Its state; nil for one that is not known here.
    package var knownState: SocketState? { SocketState(rawValue: state) }
}

extension SocketEvent {
    /// The state that it tells of; nil for one that is not known here, and where it tells of none.
    package var knownState: SocketState? { state.flatMap { SocketState(rawValue: $0) } }
}
