import Glibc
import Platform

extension WyomingConnection {
    /// Hands over what it takes of `outgoing`, and takes what has come, once either is possible.
    ///
    /// - Parameters:
    ///   - other: ends the wait when it is readable; negative for none.
    ///   - limit: how long it may take.
    /// - Returns: What has come: nil where nothing has, and empty at the end.
    /// - Throws: The errno of a connection that is broken.
    func exchange(
        _ outgoing: inout WyomingOutgoing, or other: Int32 = -1, within limit: Duration,
        by clock: any TimeSource
    ) throws(PlatformError) -> [UInt8]? {
        let writable = Int16(POLLOUT)
        let found = wait(
            for: Int16(POLLIN) | (outgoing.bytes.isEmpty ? 0 : writable), or: other, within: limit)
        if found & writable != 0 { outgoing.write(to: self, at: clock.now) }
        guard found & ~writable != 0 else { return nil }
        return try read(atMost: 16 << 10)
    }
}
