/// Why no page can be served. Every message says what to do.
package enum WebBridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Something of this machine is missing, or taken.
    case unavailable(String)

    package var description: String {
        switch self {
        case .unavailable(let message): message
        }
    }
}
