import Glibc
import Platform

/// The right to drive the outputs, on loan from an `SafeOutputServer`.
///
/// It is a connection to the keeper's socket, and lasts as long as that: it ends with the process, however that ends,
/// because the kernel closes what a process had open.
///
/// ```swift
/// let lease = OutputLock.acquire()
/// // request the lines, and hold on to `lease` as long as they are driven
/// ```
final class OutputLock: Sendable {
    /// Where the keeper listens.
    static let socket = "/run/earshot/outputs"
    /// A keeper answers at once; one that does not is stuck, and the lines' own error will name it.
    static let patience = Duration.seconds(2)

    private let connection: Int32

    private init(_ connection: Int32) { self.connection = connection }

    deinit { close(connection) }

    /// Asks for the lines, and returns when they are free; nil when nobody keeps them.
    static func acquire(from path: String = socket, patience: Duration = patience) -> OutputLock? {
        let connection = makeLocalSocket()
        guard connection >= 0 else { return nil }
        guard withAddress(ofSocket: path, { connect(connection, $0, $1) }) == 0 else {
            // No such file, or a file that a keeper left behind.
            if errno != ENOENT, errno != ECONNREFUSED {
                Log.warning(
                    "cannot ask the keeper of the outputs at \(path) for them: \(String(cString: strerror(errno)))",
                    from: "outputs")
            }
            close(connection)
            return nil
        }
        var answer: UInt8 = 0
        if Descriptors.waitUntilReadable([connection], within: patience).isEmpty
            || read(connection, &answer, 1) != 1
        {
            Log.warning(
                "the keeper of the outputs does not answer; 'systemctl restart earshot-safe' if a line is taken",
                from: "outputs")
        }
        return OutputLock(connection)
    }
}

/// A stream socket of this machine; -1 and errno on failure.
func makeLocalSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
}

/// Calls `body` with the address of a socket in the file system; -1 and ENAMETOOLONG if its path is over 107 bytes.
func withAddress(
    ofSocket path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
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
