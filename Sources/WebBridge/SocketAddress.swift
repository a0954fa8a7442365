import Glibc

/// Addresses as the system's calls take them.
enum SocketAddress {
    /// An address in numbers as browsers write it, `::1` for `0:0:0:0:0:0:0:1`; nil if it is none.
    static func canonical(_ text: String) -> String? {
        for family in [AF_INET, AF_INET6] {
            // With room for either.
            var address = in6_addr()
            guard inet_pton(family, text, &address) == 1 else { continue }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
                inet_ntop(family, &address, $0.baseAddress!, socklen_t($0.count)).map { String(cString: $0) }
            }
        }
        return nil
    }

    /// An IPv6 address, with or without its brackets, as it stands in a URL; nil if it is none.
    static func bracketed(_ text: String) -> String? {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        guard bare.contains(":"), let address = canonical(bare) else { return nil }
        return "[\(address)]"
    }

    /// The errno for which nobody can listen at the address of an interface, which is one in numbers, and a port; nil where
    /// somebody can.
    static func refusal(of address: String, _ port: Int) -> Int32? {
        with(address, port) { place in
            let isShort = place.pointee.sa_family == sa_family_t(AF_INET)
            let size = isShort ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            let socket = Glibc.socket(Int32(place.pointee.sa_family), Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            guard socket >= 0, bind(socket, place, socklen_t(size)) == 0 else {
                return errno
            }
            return nil
        }
    }

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
