import Platform

/// A bridge's connection to its appliance: made, and made again after it has gone, for as long as the bridge runs.
/// Owned by one thread; time comes from outside and never goes back.
///
/// ```swift
/// connection.serve(&bridge, at: clock.now)
/// Descriptors.waitUntilReadable([connection.descriptor], within: connection.nextDeadline.map { $0 - clock.now })
/// ```
package struct ApplianceConnection {
    /// What has come, in order.
    package enum News: Sendable {
        /// There is an appliance; its first line says how it is.
        case arrived
        case line(SocketLine)
        /// It has gone, has let this program go, or was not there. Told at each attempt.
        case left(EventSocketError)
    }

    /// Between two attempts to reach it.
    private static let pause = Duration.seconds(1)

    private let path: String
    private var client: SocketClient?
    private var nextAttempt = Duration.zero

    /// - Parameter path: where the appliance listens; nothing is connected yet.
    package init(to path: String) { self.path = path }

    /// Readable when there are news; -1 while there is no connection.
    package var descriptor: Int32 { client?.descriptor ?? -1 }

    /// When to ``read(at:)`` even if nothing can be read; nil while connected.
    package var nextDeadline: Duration? { client == nil ? nextAttempt : nil }

    /// Connects if it is time to, and reads what has come.
    package mutating func read(at now: Duration) -> [News] {
        var news: [News] = []
        do throws(EventSocketError) {
            if client == nil {
                guard now >= nextAttempt else { return [] }
                nextAttempt = now + Self.pause
                client = try SocketClient(at: path)
                news.append(.arrived)
            }
            while let text = try client?.nextLine() {
                // Later versions may say what is not known here.
                guard let line = SocketLine(text) else { continue }
                if case .reply(let answer) = line, let reason = answer.goodbye {
                    throw EventSocketError.dismissed(reason: reason)
                }
                news.append(.line(line))
            }
        } catch {
            client = nil
            news.append(.left(error))
        }
        return news
    }

    /// Asks for something. If the appliance has gone, the next read says so.
    package func send(_ request: SocketRequest) { try? client?.send(request) }

    /// Lets go of an appliance that does not answer.
    ///
    /// - Returns: What to tell of it.
    package mutating func giveUp() -> EventSocketError {
        client = nil
        return .silent
    }
}
