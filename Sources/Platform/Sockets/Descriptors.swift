import CLinux
import Glibc

/// What is done with descriptors of any kind. Any thread may call it.
package enum Descriptors {
    /// Waits until one of `descriptors` is readable, or has ended, or `limit` has passed.
    ///
    /// - Parameters:
    ///   - descriptors: Negative ones are left out.
    ///   - limit: To the nanosecond; nil is for ever. What has passed already is no wait, only a look.
    /// - Returns: Those that are; none when the time is up, or when a signal handler of the process ended the wait.
    @discardableResult
    package static func waitUntilReadable(_ descriptors: [Int32], within limit: Duration? = nil) -> [Int32] {
        var items = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let time = limit.map { max(.zero, $0).nanoseconds } ?? -1
        guard clinux_poll(&items, UInt(items.count), time) > 0 else { return [] }
        return items.filter { $0.revents != 0 }.map(\.fd)
    }

    /// Writes all of `bytes`, in as many calls as it takes; a signal handler of the process does not end it.
    ///
    /// - Parameters:
    ///   - bytes: Written in one call where the system takes them so.
    ///   - descriptor: Open for writing.
    ///   - isTriedAgain: Asked with the errno of a call that failed; true continues with the rest.
    /// - Throws: `PlatformError.refused` for the failure after which it was not to be tried again.
    package static func write(
        _ bytes: [UInt8], to descriptor: Int32, tryingAgainIf isTriedAgain: (Int32) -> Bool = { _ in false }
    ) throws(PlatformError) {
        try writeAll(bytes, tryingAgainIf: isTriedAgain) { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Writes all of `text` in UTF-8, as it does bytes.
    package static func write(
        _ text: String, to descriptor: Int32, tryingAgainIf isTriedAgain: (Int32) -> Bool = { _ in false }
    ) throws(PlatformError) {
        try write(Array(text.utf8), to: descriptor, tryingAgainIf: isTriedAgain)
    }

    /// Writes all of `text` in UTF-8 to a socket. Where the other end has closed it, that is an error and no SIGPIPE.
    package static func send(_ text: String, to socket: Int32) throws(PlatformError) {
        try writeAll(Array(text.utf8), tryingAgainIf: { _ in false }) {
            Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    private static func writeAll(
        _ bytes: [UInt8], tryingAgainIf isTriedAgain: (Int32) -> Bool,
        _ write: (UnsafeRawBufferPointer) -> Int
    ) throws(PlatformError) {
        let failure = bytes.withUnsafeBytes { bytes -> Int32? in
            var rest = bytes
            while !rest.isEmpty {
                let count = write(rest)
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    continue
                }
                // Accepting nothing without an error will not change next time.
                let code = count < 0 ? errno : EIO
                guard code == EINTR || isTriedAgain(code) else { return code }
            }
            return nil
        }
        if let failure { throw .refused(call: "write", code: failure) }
    }
}
