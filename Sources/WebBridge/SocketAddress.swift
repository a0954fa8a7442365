import Glibc

/// Addresses as the system's calls take them.
enum SocketAddress {
    /// Calls `body` with the address of an interface, which is one in numbers, and a port.
    static func with<Result>(
        _ address: String, _ port: Int, _ body: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = in_port_t(port).bigEndian
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            return withUnsafePointer(to: four) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(port).bigEndian
        inet_pton(AF_INET6, address, &six.sin6_addr)
        return withUnsafePointer(to: six) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
}
