import Glibc
import Synchronization

/// Ports of the loopback.
public enum FreePort {
    /// Below those that the system gives to connections. Another process begins elsewhere, most likely.
    private static let range = 20_000..<32_000
    private static let next = Atomic(Int.random(in: 0..<range.count))

    /// One that nobody listens at, and that is given to nobody else: neither by this, nor by the system to a connection.
    public static func find() -> Int {
        for _ in range {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            let port = range.lowerBound + number % range.count
            if isFree(port) { return port }
        }
        preconditionFailure("no port from \(range.lowerBound) on is free")
    }

    private static func isFree(_ port: Int) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
