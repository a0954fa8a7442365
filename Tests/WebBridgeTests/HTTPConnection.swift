import Foundation
import Glibc
import TestSupport

/// A connection to a port of the loopback, by which a test may say whatever it likes, as no browser would.
final class HTTPConnection {
    private let descriptor: Int32
    /// All that was read.
    private(set) var text = ""

    struct NotRead: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter buffer: bytes that the system is to keep of what is not read; nil leaves that to it.
    init(to port: Int, buffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var size = buffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            throw NotRead(description: "not connected: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// As much as is taken.
    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Has it take nothing more that comes, nor say so, as if its network were gone.
    func vanish() throws {
        // As struct sock_fprog, of the one instruction "keep 0 bytes" (BPF_RET | BPF_K).
        struct Filter {
            var count: UInt16 = 1
            var instructions: UnsafePointer<UInt64>
        }
        let code = withUnsafePointer(to: 0x06 as UInt64) {
            var filter = Filter(instructions: $0)
            return setsockopt(
                descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &filter, socklen_t(MemoryLayout<Filter>.size))
        }
        guard code == 0 else { throw NotRead(description: "it stays: \(String(cString: strerror(errno)))") }
    }

    /// Reads until there is something like `pattern`.
    @discardableResult
    func read<Output>(
        until pattern: Regex<Output>, within limit: Duration = .seconds(300)
    ) throws -> Output {
        let end = ContinuousClock.now + limit
        while true {
            if let match = try pattern.firstMatch(in: text) { return match.output }
            guard try readMore(by: end) else { throw NotRead(description: "ended after: \(text)") }
        }
    }

    /// Reads until the other side ends the connection.
    func readToEnd(within limit: Duration = .seconds(300)) throws -> String {
        let end = ContinuousClock.now + limit
        while try readMore(by: end) {}
        return text
    }

    /// What was read is read.
    func forget() { text = "" }

    private func readMore(by end: ContinuousClock.Instant) throws -> Bool {
        let left = (end - .now) / .milliseconds(1)
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard left > 0, poll(&item, 1, Int32(left)) > 0 else {
            throw NotRead(description: "not read; so far: \(text)")
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        text += String(decoding: bytes[..<count], as: UTF8.self)
        return true
    }
}

/// An answer, in its parts.
struct HTTPAnswer {
    let status: Int
    /// By name, in lower case.
    let headers: [String: String]
    let body: String

    init(_ text: String) throws {
        guard let end = text.range(of: "\r\n\r\n"), let status = text.split(separator: " ").dropFirst().first
        else { throw HTTPConnection.NotRead(description: "no answer: \(text)") }
        self.status = Int(status) ?? 0
        headers = text[..<end.lowerBound].components(separatedBy: "\r\n").dropFirst().reduce(into: [:]) {
            let parts = $1.split(separator: ":", maxSplits: 1)
            $0[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        body = String(text[end.upperBound...])
    }
}
