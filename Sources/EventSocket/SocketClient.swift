import Glibc
import Platform

/// A program at the appliance's socket: asks, and reads what it is told. Owned by one thread.
///
/// ```swift
/// let client = try SocketClient(at: SocketClient.standardPath)
/// let answer = try client.ask(.status, within: .seconds(5))
/// print(answer.status?.state ?? "")
/// ```
package final class SocketClient {
    /// Where the service listens.
    package static let standardPath = "/run/earshot/events"

    /// What is wrong with `path` as the one where an appliance listens; nil where nothing is.
    package static func mistake(in path: String) -> String? {
        path.hasPrefix("/") ? nil : "expected a path from the root, such as \(standardPath), not '\(path)'"
    }

    private let connection: Int32
    private var input: [UInt8] = []
    /// The lines of `input` that were given out already.
    private var start = 0

    /// - Throws: `.noAppliance`, `.notPermitted`, `.unreachable`, or `.silent` where one listens that lets nobody in.
    package init(at path: String) throws(EventSocketError) {
        let socket = LocalSocket.connected(to: path)
        guard socket >= 0 else {
            let code = errno
            switch code {
            case ENOENT, ECONNREFUSED: throw .noAppliance(path: path)
            case EACCES, EPERM:
                throw .notPermitted(path: path, user: UserAccount.current?.name ?? "$USER")
            case EAGAIN: throw .silent
            default: throw .unreachable(path: path, code: code)
            }
        }
        connection = socket
    }

    deinit { close(connection) }

    /// Readable when a line waits, or the connection has ended.
    package var descriptor: Int32 { connection }

    /// The next line; nil when none has come.
    ///
    /// - Throws: `.ended` once the appliance has gone.
    package func nextLine() throws(EventSocketError) -> String? {
        while true {
            if let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return String(decoding: input[start..<end], as: UTF8.self)
            }
            input.removeFirst(start)
            start = 0
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { return nil }
            guard count > 0 else { throw .ended }
            input += bytes[..<count]
        }
    }

    /// Asks for something. The appliance reads one request at a time, so a program that waits for each reply before it asks
    /// again is never held up here.
    ///
    /// - Throws: `.ended` once the appliance has gone.
    package func send(_ request: SocketRequest) throws(EventSocketError) {
        do {
            try Descriptors.send(request.json + "\n", to: connection)
        } catch {
            throw .ended
        }
    }

    /// Asks for something, and waits for the reply for as long as `patience`, passing over what else it is told.
    ///
    /// - Throws: `.silent` when there is none in time, `.ended` when the appliance has gone.
    package func ask(
        _ action: SocketRequest.Action, within patience: Duration
    ) throws(EventSocketError) -> SocketAnswer {
        try send(SocketRequest(action))
        let clock = MonotonicClock()
        let end = clock.now + patience
        while clock.now < end {
            while let line = try nextLine() {
                if let answer = SocketAnswer(line) { return answer }
            }
            Descriptors.waitUntilReadable([connection], within: end - clock.now)
        }
        throw .silent
    }
}
