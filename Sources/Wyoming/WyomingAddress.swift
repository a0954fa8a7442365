import Glibc
import Platform

/// Where a recognizer of this machine listens: a socket in the file system, or a port of the loopback interface.
///
/// A value that exists is on this machine: other addresses are refused, because sound does not leave the device.
///
/// ```swift
/// let address = try WyomingAddress("unix:///run/asr/asr.sock")  // or tcp://127.0.0.1:10300, tcp://[::1]:10300
/// ```
package enum WyomingAddress: Sendable, Hashable, CustomStringConvertible {
    /// A path from the root, of 107 bytes at most.
    case unix(path: String)
    /// An address in 127.0.0.0/8, its bytes in network order, or `::1` if nil; and a port from 1.
    case loopback([UInt8]?, port: UInt16)

    /// Reads an address as configurations have it.
    ///
    /// - Throws: `.badAddress` for one that is not of this machine, or not of these forms.
    package init(_ text: String) throws(WyomingError) {
        if let path = text.dropping("unix://") {
            guard path.hasPrefix("/"), path.utf8.count <= 107, !path.utf8.contains(0) else {
                throw .badAddress(text, .noPath)
            }
            self = .unix(path: path)
        } else if let rest = text.dropping("tcp://") {
            self = try Self.loopback(rest, of: text)
        } else {
            throw .badAddress(text, .noScheme)
        }
    }

    /// Names are not looked up: whoever answered could send sound elsewhere.
    private static func loopback(_ rest: String, of text: String) throws(WyomingError) -> Self {
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]),
            port > 0
        else { throw .badAddress(text, .noPort) }
        let host = rest[..<colon]
        switch host {
        case "[::1]": return .loopback(nil, port: port)
        case "localhost": return .loopback([127, 0, 0, 1], port: port)
        default:
            var address = in_addr()
            guard inet_pton(AF_INET, String(host), &address) == 1,
                case let bytes = withUnsafeBytes(of: address.s_addr, Array.init), bytes.first == 127
            else { throw .badAddress(text, .elsewhere(port: port)) }
            return .loopback(bytes, port: port)
        }
    }

    package var description: String {
        switch self {
        case .unix(let path): "unix://\(path)"
        case .loopback(nil, let port): "tcp://[::1]:\(port)"
        case .loopback(let bytes?, let port): "tcp://\(bytes.map(String.init).joined(separator: ".")):\(port)"
        }
    }
}

extension WyomingAddress {
    /// A socket that is not connected yet, waits for nothing, and does not survive exec; -1 and errno on failure.
    func makeSocket() -> Int32 {
        let descriptor: Int32
        switch self {
        case .unix: descriptor = LocalSocket.make()
        case .loopback(let bytes, _):
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            descriptor = socket(bytes == nil ? AF_INET6 : AF_INET, type, 0)
        }
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        return descriptor
    }

    /// connect(2) of `descriptor` to it: 0, or -1 and errno.
    func connect(_ descriptor: Int32) -> Int32 {
        switch self {
        case .unix(let path):
            return LocalSocket.withAddress(of: path) { Glibc.connect(descriptor, $0, $1) }
        case .loopback(let bytes?, let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            return Self.connect(descriptor, to: &address)
        case .loopback(nil, let port):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return Self.connect(descriptor, to: &address)
        }
    }

    private static func connect<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

extension String {
    /// What follows `prefix`; nil where it does not begin so.
    fileprivate func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
