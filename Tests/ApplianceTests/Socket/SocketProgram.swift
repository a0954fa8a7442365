import Foundation
import Glibc
import Platform
import Testing

/// A program at the other end of an appliance's socket. What it waits for comes within a minute, or not at all.
final class SocketProgram {
    /// The appliance has let it go.
    struct Ended: Error {}
    /// What it waited for did not come.
    struct Late: Error {}

    private static let limit = Duration.seconds(60)

    let connection: Int32
    private var input: [UInt8] = []

    init(_ path: String) throws {
        connection = LocalSocket.make()
        try #require(LocalSocket.withAddress(of: path) { connect(connection, $0, $1) } == 0)
    }

    deinit { close(connection) }

    func send(_ text: String) { send(Array("\(text)\n".utf8)) }

    /// What an appliance that has gone does not take is lost.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// The next line, as an object.
    func next() throws -> [String: Any] {
        let line = try nextLine()
        return try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }

    /// The next line that has such a key.
    func next(with key: String) throws -> [String: Any] {
        while true {
            let object = try next()
            if object[key] != nil { return object }
        }
    }

    /// The next event of this name.
    func next(event: String) throws -> [String: Any] {
        while true {
            let object = try next(with: "event")
            if object["event"] as? String == event { return object }
        }
    }

    /// Waits until the appliance has come to this state.
    func wait(for state: String) throws {
        try wait {
            (try ask(#"{"request":"status"}"#)["status"] as? [String: Any])?["state"] as? String == state
        }
    }

    /// Asks until it is so.
    func wait(until isSo: () throws -> Bool) throws {
        let clock = MonotonicClock()
        let end = clock.now + Self.limit
        while try !isSo() {
            if clock.now > end { throw Late() }
        }
    }

    /// Asks, and returns the reply.
    func ask(_ request: String) throws -> [String: Any] {
        send(request)
        return try next(with: "ok")
    }

    /// What was asked for is done.
    func order(_ request: String) throws {
        let reply = try ask(request)
        #expect(reply["ok"] as? Bool == true, "\(request): \(reply)")
    }

    /// Why it was refused.
    func refusal(of request: String) throws -> String {
        let reply = try ask(request)
        #expect(reply["ok"] as? Bool == false)
        return try #require(reply["error"] as? String)
    }

    func nextLine() throws -> [UInt8] {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                defer { input.removeFirst(end + 1) }
                return Array(input[..<end])
            }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            guard !Descriptors.waitUntilReadable([connection], within: Self.limit).isEmpty else {
                throw Late()
            }
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { throw Ended() }
            input += bytes[..<count]
        }
    }

    /// Whether the appliance has let it go, once all that it said is read.
    func hasEnded() -> Bool {
        do {
            while true { _ = try nextLine() }
        } catch {
            return error is Ended
        }
    }
}
