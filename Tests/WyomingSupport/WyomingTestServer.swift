import Foundation
import Glibc
import Platform
import Synchronization
import TestSupport

/// A recognizer that does as a test says, written from the protocol's documentation and sharing nothing with the client: on a
/// socket of its own, one connection after the other.
package final class WyomingTestServer: Sendable {
    /// What it does with a connection.
    package enum Manner: Sendable {
        /// Hears everything, and says this.
        case answers(String)
        /// Says a piece of text with each message of sound as long as there are any, and the whole at the end.
        case streams([String])
        /// As above, but the whole only as the end of its pieces.
        case streamsWithoutWhole([String])
        /// Says that it cannot.
        case refuses(String)
        /// Hears everything, and says this only after so long, in which it does nothing else.
        case isSlow(String, Duration)
        /// Hears everything, and says this only once the other end has gone, however long that waits.
        case isLate(String)
        /// Says this of itself, when it is asked.
        case describes(String)
        /// Hears everything, and says nothing.
        case hangs
        /// Takes nothing.
        case isDeaf
        /// Writes these bytes at once, and hears on.
        case writes([UInt8])
        /// Goes away after so many messages of sound.
        case hangsUp(after: Int)
        /// Says this after so many messages of sound.
        case answersEarly(String, after: Int)
    }

    /// What it was told on one connection.
    package struct Heard: Sendable {
        /// The messages' types, one after the other.
        package var types: [String] = []
        /// The samples.
        package var samples: [Int16] = []
        /// The data of `transcribe`, as JSON with sorted keys.
        package var request = ""
        /// Whether the connection has ended.
        package var isOver = false
        /// Whether the other end had gone when a slow answer was ready.
        package var wasGivenUp = false
    }

    /// Where it listens, as an address of the protocol.
    package let address: String
    private let listener: Int32
    private let heard = Mutex<[Heard]>([])

    /// Listens, and is gone with its last reference.
    ///
    /// - Parameter manners: What it does with one connection after the other; the last one goes for all that follow.
    package init(_ manners: Manner...) throws {
        let path = TemporaryFolder.ofProcess.path("\(UUID().uuidString.prefix(8)).asr")
        address = "unix://\(path)"
        let socket = LocalSocket.make()
        let bound = LocalSocket.withAddress(of: path) { bind(socket, $0, $1) }
        precondition(bound == 0 && listen(socket, 8) == 0, "cannot listen at \(path)")
        listener = socket
        try SystemThread(name: "asr-server") { [weak self] in
            var number = 0
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let server = self else { return }
                server.serve(connection, number, manners[min(number, manners.count - 1)])
                number += 1
            }
        }.detach()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// What it was told so far, connection by connection.
    package var connections: [Heard] { heard.withLock { $0 } }

    private func serve(_ descriptor: Int32, _ number: Int, _ manner: Manner) {
        heard.withLock { $0.append(Heard()) }
        func note(_ change: (inout Heard) -> Void) { heard.withLock { change(&$0[number]) } }
        var session = WyomingTestSession(descriptor)
        defer {
            session.end()
            note { $0.isOver = true }
        }
        if case .writes(let bytes) = manner { session.write(bytes) }
        if case .isDeaf = manner {
            var item = pollfd(fd: descriptor, events: 0, revents: 0)
            poll(&item, 1, 20_000)
            return
        }
        var chunks = 0
        while let message = session.read() {
            note {
                $0.types.append(message.type)
                $0.samples += message.samples
                if message.type == "transcribe" { $0.request = message.data }
            }
            if message.type == "audio-chunk" { chunks += 1 }
            switch (manner, message.type) {
            case (.hangsUp(let most), "audio-chunk") where chunks == most: return
            case (.answersEarly(let text, let after), "audio-chunk") where chunks == after:
                session.write("transcript", #"{"text": "\#(text)"}"#)
            case (.streams(let pieces), "audio-chunk"), (.streamsWithoutWhole(let pieces), "audio-chunk"):
                if chunks == 1 { session.write("transcript-start") }
                guard chunks <= pieces.count else { continue }
                session.write("transcript-chunk", #"{"text": "\#(pieces[chunks - 1])"}"#)
            case (.streams(let pieces), "audio-stop"):
                session.write("transcript", #"{"text": "\#(pieces.joined())"}"#)
                session.write("transcript-stop")
            case (.streamsWithoutWhole, "audio-stop"): session.write("transcript-stop")
            case (.answers(let text), "audio-stop"):
                session.write("transcript", #"{"text": "\#(text)"}"#)
                return
            case (.isSlow(let text, let span), "audio-stop"):
                usleep(UInt32(span / .microseconds(1)))
                var end = pollfd(fd: descriptor, events: 0, revents: 0)
                note { $0.wasGivenUp = poll(&end, 1, 0) > 0 }
                session.write("transcript", #"{"text": "\#(text)"}"#)
                return
            case (.isLate(let text), "audio-stop"):
                var end = pollfd(fd: descriptor, events: 0, revents: 0)
                let isGone = poll(&end, 1, 60_000) > 0
                note { $0.wasGivenUp = isGone }
                session.write("transcript", #"{"text": "\#(text)"}"#)
                return
            case (.describes(let text), "describe"): session.write("info", text)
            case (.refuses(let text), "audio-stop"):
                session.write("error", #"{"text": "\#(text)", "code": "failed"}"#)
                return
            default: break
            }
        }
    }
}

/// The messages of one connection, from the server's end.
private struct WyomingTestSession {
    struct Message {
        let type: String
        let data: String
        let samples: [Int16]
    }

    /// Reads, and owns the connection.
    private let file: UnsafeMutablePointer<FILE>
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        file = fdopen(descriptor, "r")
    }

    func end() { fclose(file) }

    /// The next message; nil at the end.
    mutating func read() -> Message? {
        var line: [UInt8] = []
        while true {
            let byte = fgetc(file)
            if byte == EOF { return nil }
            if byte == 10 { break }
            line.append(UInt8(byte))
        }
        let header = try! JSONSerialization.jsonObject(with: Data(line)) as! [String: Any]
        let data = bytes(header["data_length"] as? Int ?? 0)
        let payload = bytes(header["payload_length"] as? Int ?? 0)
        let object =
            data.isEmpty ? [:] : try! JSONSerialization.jsonObject(with: Data(data)) as! [String: Any]
        let text = try! JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        let samples = stride(from: 0, to: payload.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(payload[$0]) | UInt16(payload[$0 + 1]) << 8)
        }
        return Message(
            type: header["type"] as! String, data: String(decoding: text, as: UTF8.self), samples: samples)
    }

    private func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = fread(buffer.baseAddress, 1, count, file)
        }
    }

    func write(_ type: String, _ data: String = "") {
        write(
            Array(#"{"type": "\#(type)", "version": "1.8.0", "data_length": \#(data.utf8.count)}"#.utf8) + [
                10
            ])
        write(Array(data.utf8))
    }

    func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
