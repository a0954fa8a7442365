import Platform

/// Why no page can be served. Every message says what to do.
package enum WebBridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nobody can listen at this address, as it stands in a URL, and port: for the reason `code`, an errno, where there is one.
    case cannotListen(address: String, port: Int, code: Int32?)
    /// systemd listens at so many places, of which one is served.
    case tooManySockets(count: Int)

    package var description: String {
        switch self {
        case .cannotListen(let address, let port, let code):
            "cannot listen at \(address):\(port)\(code.map { " (\(systemText($0)))" } ?? ""); "
                + "does another program use that port? 'port:' in web.yaml takes another"
        case .tooManySockets(let count):
            "systemd listens at \(count) places, and one is served; "
                + "leave one 'ListenStream=' in 'systemctl edit earshot-web.socket'"
        }
    }
}
