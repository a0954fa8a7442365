import CLinux
import Glibc
import Platform

/// A connection to a recognizer that waits for nothing but what it is told to. Owned by one thread; closed with this value.
struct WyomingConnection: ~Copyable {
    private let descriptor: Int32

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: Of this machine, as every such value is.
    ///   - limit: How long it may take.
    ///   - isStopped: Asked now and then; true ends the attempt.
    /// - Throws: `.away`.
    init(
        to address: WyomingAddress, within limit: Duration, unless isStopped: () -> Bool
    ) throws(WyomingError) {
        descriptor = address.makeSocket()
        guard descriptor >= 0 else { throw .away(address, code: errno) }
        let clock = MonotonicClock()
        let end = clock.now + limit
        var failure = address.connect(descriptor) == 0 ? 0 : errno
        while failure != 0 {
            guard clock.now < end, !isStopped() else { throw .away(address, code: ETIMEDOUT) }
            switch failure {
            case EINPROGRESS, EALREADY:
                _ = wait(for: Int16(POLLOUT), or: -1, within: .milliseconds(20))
                failure = address.connect(descriptor) == 0 ? 0 : errno
            case EAGAIN, EINTR:
                // Too many wait to be let in (connect(2), of sockets in the file system).
                usleep(10_000)
                failure = address.connect(descriptor) == 0 ? 0 : errno
            case EISCONN: failure = 0
            default: throw .away(address, code: failure)
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits for any of `events` of it, or until the descriptor `other` is readable.
    ///
    /// - Returns: What there is, as poll(2) has it; 0 when the time is up, or there is something of `other` alone.
    func wait(for events: Int16, or other: Int32, within limit: Duration) -> Int16 {
        var items = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        guard clinux_poll(&items, UInt(items.count), max(.zero, limit).nanoseconds) > 0 else { return 0 }
        return items[0].revents
    }

    /// What has come; nil where nothing has, and empty at the end.
    ///
    /// - Throws: The errno of a connection that is broken.
    func read(atMost count: Int) throws(PlatformError) -> [UInt8]? {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = recv(descriptor, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
            code = got < 0 ? errno : 0
            filled = max(0, got)
        }
        if code == EAGAIN || code == EINTR { return nil }
        guard code == 0 else { throw .refused(call: "recv", code: code) }
        return bytes
    }

    /// Writes as much of `bytes` as it takes now.
    ///
    /// - Returns: How many bytes those are.
    /// - Throws: The errno of a connection that is broken.
    func write(_ bytes: ArraySlice<UInt8>) throws(PlatformError) -> Int {
        let count = bytes.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw .refused(call: "send", code: errno) }
        return 0
    }
}
