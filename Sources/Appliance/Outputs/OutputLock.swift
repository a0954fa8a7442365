import Glibc
import Platform

/// The right to drive the outputs, lent by a `SafeOutputServer`.
///
/// It is a connection to the server's socket, and so ends with the process in any case: the kernel closes it.
///
/// ```swift
/// let lock = OutputLock.acquire()
/// // request the lines, and keep `lock` as long as they are driven
/// lock?.confirm()
/// ```
final class OutputLock: Sendable {
    /// Where the server listens.
    static let socket = "/run/earshot/outputs"
    /// A server answers at once; if one is stuck, requesting its lines fails with an error that names it.
    static let patience = Duration.seconds(2)

    private let connection: Int32

    private init(_ connection: Int32) { self.connection = connection }

    deinit { close(connection) }

    /// Asks for the lines, and returns when they are free; nil when no server holds them.
    static func acquire(from path: String = socket, patience: Duration = patience) -> OutputLock? {
        let connection = LocalSocket.connected(to: path)
        guard connection >= 0 else {
            // No such file, or a file that a server left behind; or one that has not taken up others for a while.
            if errno == EAGAIN {
                warnOfSilence()
            } else if errno != ENOENT, errno != ECONNREFUSED {
                Log.warning(
                    "cannot ask the server of the outputs at \(path) for the lines: \(systemText(errno))",
                    from: "outputs")
            }
            return nil
        }
        var answer: UInt8 = 0
        if Descriptors.waitUntilReadable([connection], within: patience).isEmpty
            || read(connection, &answer, 1) != 1
        {
            warnOfSilence()
        }
        return OutputLock(connection)
    }

    /// Tells the server that the lines are driven as the configuration was when they were asked for: what that says is safe is
    /// what the server drives afterwards.
    func confirm() {
        var yes: UInt8 = 1
        _ = send(connection, &yes, 1, Int32(MSG_NOSIGNAL))
    }

    private static func warnOfSilence() {
        Log.warning(
            "the server of the outputs does not answer; 'systemctl restart earshot-safe' if a line is taken",
            from: "outputs")
    }
}
