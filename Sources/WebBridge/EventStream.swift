import CMicrohttpd
import Glibc

/// The events on their way to one page, as server-sent events, in bounded memory. Used by the server's thread.
final class EventStream {
    /// Bytes that may wait: some minutes of speech.
    static let mostWaiting = 256 * 1024
    /// A page whose machine takes nothing for so long is gone, as after a power cut, of which nobody is told. Left to itself, the
    /// system would try for a quarter of an hour, while the page holds the talk button.
    static let patience = Duration.seconds(30)

    /// The page's socket.
    let socket: Int32
    private(set) var hasEnded = false
    private let connection: OpaquePointer
    private var waiting: [UInt8] = Array("retry: 1000\n\n".utf8)
    private var isSuspended = false

    init(_ connection: OpaquePointer) {
        self.connection = connection
        socket = cmicrohttpd_socket(connection)
        var milliseconds = UInt32(Self.patience / .milliseconds(1))
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, socklen_t(MemoryLayout<UInt32>.size))
    }

    /// Puts bytes behind those that wait; false if there is no room for them.
    func add(_ bytes: [UInt8]) -> Bool {
        guard waiting.count + bytes.count <= Self.mostWaiting else { return false }
        waiting += bytes
        resume()
        return true
    }

    /// Nothing more is told, and what waits is dropped.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        waiting = []
        // One that does not read would keep the connection until its time is up.
        shutdown(socket, Int32(SHUT_RDWR))
        resume()
    }

    /// Ends it if the page has left, at which nobody else looks while nothing is told, or not read on; or if it says something:
    /// a page has nothing to say here, and a socket with something in it would let the server never rest.
    func endIfLeft() {
        guard !hasEnded else { return }
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count >= 0 || (errno != EAGAIN && errno != EINTR) { end() }
    }

    /// Puts what waits into a buffer of libmicrohttpd's, which asks no more until there is something.
    ///
    /// - Returns: how many bytes; -1 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if hasEnded { return -1 }
        guard !waiting.isEmpty else {
            isSuspended = true
            MHD_suspend_connection(connection)
            return 0
        }
        let count = min(buffer.count, waiting.count)
        waiting.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        waiting.removeFirst(count)
        return count
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }
}
