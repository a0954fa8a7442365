import Appliance
import FoundationEssentials
import Glibc
import Platform

/// A program at the appliance's socket: asks, and reads what it is told.
final class SocketClient {
    /// Where the service listens.
    static let standardPath = "/run/earshot/events"

    private let connection: Int32
    private var input: [UInt8] = []

    /// - Throws: `ApplianceError.unavailable` when no appliance listens there, or not to this user.
    init(at path: String) throws(ApplianceError) {
        connection = LocalSocket.make()
        guard LocalSocket.withAddress(of: path, { connect(connection, $0, $1) }) == 0 else {
            let code = errno
            close(connection)
            switch code {
            case ENOENT, ECONNREFUSED:
                throw .unavailable(
                    "no appliance listens at \(path); is it running ('systemctl status earshot'), with that path under 'socket:'?"
                )
            case EACCES, EPERM:
                throw .unavailable(
                    "you may not use \(path); 'sudo adduser $USER earshot' lets you, once you have logged in again"
                )
            default: throw .unavailable("\(path): \(String(cString: strerror(code)))")
            }
        }
    }

    deinit { close(connection) }

    /// Readable when a line waits, or the connection has ended.
    var descriptor: Int32 { connection }

    /// The next line; nil when none has come.
    ///
    /// - Throws: `ApplianceError.unavailable` once the appliance has gone.
    func nextLine() throws(ApplianceError) -> String? {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                defer { input.removeFirst(end + 1) }
                return String(decoding: input[..<end], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { return nil }
            guard count > 0 else { throw .unavailable("the appliance has ended the connection") }
            input += bytes[..<count]
        }
    }

    /// Asks for something, and waits for the reply for as long as `patience`, passing over what else it is told.
    ///
    /// - Throws: `ApplianceError.unavailable` when there is none.
    func ask(_ request: String, within patience: Duration) throws(ApplianceError) -> Answer {
        do {
            try Descriptors.write(jsonLine(["request": request]) + "\n", to: connection)
        } catch {
            throw .unavailable("the appliance has ended the connection")
        }
        let clock = MonotonicClock()
        let end = clock.now + patience
        while clock.now < end {
            while let line = try nextLine() {
                if let answer = Answer(line) { return answer }
            }
            Descriptors.waitUntilReadable([connection], within: end - clock.now)
        }
        throw .unavailable("the appliance does not answer; 'systemctl status earshot' says how it is")
    }

    /// A reply.
    struct Answer {
        private struct Form: Decodable {
            var ok: Bool
            var error: String?
            var status: ApplianceStatus?
        }

        /// As it came.
        let line: String
        /// Why nothing was done; nil if it was.
        let refusal: String?
        let status: ApplianceStatus?

        /// Nil for a line that is no reply.
        init?(_ line: String) {
            guard let form = try? JSONDecoder().decode(Form.self, from: Data(line.utf8)) else { return nil }
            self.line = line
            refusal = form.ok ? nil : form.error ?? "refused"
            status = form.status
        }
    }
}
