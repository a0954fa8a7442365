import Glibc

/// Sockets of this machine (unix(7)): made, and addressed by their path.
package enum LocalSocket {
    /// How messages go through it.
    package enum Kind: Sendable {
        /// As a stream of bytes between two ends.
        case stream
        /// Each by itself.
        case datagram
    }

    /// A socket that is not connected yet, and does not survive exec; -1 and errno on failure.
    package static func make(_ kind: Kind = .stream) -> Int32 {
        let type: __socket_type = kind == .stream ? SOCK_STREAM : SOCK_DGRAM
        return socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// A socket that is connected to the one that listens at `path`, and does not survive exec. It waits for nobody.
    ///
    /// - Returns: -1 and errno on failure; EAGAIN where somebody listens who has not answered those that came before.
    package static func connected(to path: String) -> Int32 {
        let socket = make()
        guard socket >= 0 else { return -1 }
        guard fcntl(socket, F_SETFL, O_NONBLOCK) == 0,
            withAddress(of: path, { connect(socket, $0, $1) }) == 0, fcntl(socket, F_SETFL, 0) == 0
        else {
            let code = errno
            close(socket)
            errno = code
            return -1
        }
        return socket
    }

    /// Calls `body` with the address of a socket in the file system; -1 and ENAMETOOLONG if its path is over 107 bytes.
    package static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
