import Synchronization

/// Messages that are said once, however often there is occasion to. Any thread may call.
///
/// ```swift
/// private static let said = SaidOnce()
///
/// if said.isNews(message) { Log.warning(message, from: "models") }
/// ```
package final class SaidOnce: Sendable {
    private let messages = Mutex<Set<String>>([])

    /// Nothing has been said.
    package init() {}

    /// Whether `message` was not said before; it counts as said from now on.
    package func isNews(_ message: String) -> Bool { messages.withLock { $0.insert(message).inserted } }

    /// Makes everything news again.
    package func forget() { messages.withLock { $0 = [] } }
}
