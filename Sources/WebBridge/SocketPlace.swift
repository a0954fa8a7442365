import Glibc

/// Where a socket listens.
package struct SocketPlace: Sendable, Hashable {
    /// In numbers, as browsers write it.
    package let address: String
    package let port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// That of a socket; nil if it is not one of a network.
    package init?(of socket: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: storage))
        let numbers = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(socket, address, &length) == 0 ? Self.numbers(of: address, length) : nil
            }
        }
        guard let numbers, let port = Int(numbers.port) else { return nil }
        self.init(address: numbers.address, port: port)
    }

    private static func numbers(
        of address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> (address: String, port: String)? {
        guard [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family)) else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST + NI_MAXSERV)) {
            let host = $0.baseAddress!
            let service = host + Int(NI_MAXHOST)
            let result = getnameinfo(
                address, length, host, socklen_t(NI_MAXHOST), service, socklen_t(NI_MAXSERV),
                NI_NUMERICHOST | NI_NUMERICSERV)
            return result == 0 ? (String(cString: host), String(cString: service)) : nil
        }
    }
}
