import CLinux
import Glibc

extension LocalSocket {
    /// A socket that listens at `path`, where nothing may be. It waits for nobody, and does not survive exec.
    ///
    /// - Parameters:
    ///   - permissions: Who may connect, whatever the umask.
    ///   - backlog: How many may wait until they are let in.
    /// - Throws: What the system refused; the socket is not left at `path` then.
    package static func listening(
        at path: String, permissions: mode_t, backlog: Int32
    ) throws(PlatformError) -> Int32 {
        let socket = make()
        func refusal(of call: String) -> PlatformError {
            let code = errno
            if socket >= 0 { close(socket) }
            return .refused(call: call, code: code)
        }
        guard socket >= 0 else { throw refusal(of: "socket") }
        guard withAddress(of: path, { bind(socket, $0, $1) }) == 0 else { throw refusal(of: "bind") }
        guard chmod(path, permissions) == 0, fcntl(socket, F_SETFL, O_NONBLOCK) == 0,
            listen(socket, backlog) == 0
        else {
            defer { unlink(path) }
            throw refusal(of: "listen")
        }
        return socket
    }

    /// The next connection to a socket that listens, which does not survive exec; -1 and errno on failure, EAGAIN where nobody
    /// waits.
    package static func nextConnection(to listener: Int32) -> Int32 { clinux_accept(listener) }
}
