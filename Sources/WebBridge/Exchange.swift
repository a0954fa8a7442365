import CMicrohttpd
import FoundationEssentials

/// A request that is being answered. Used by the server's thread.
final class Exchange {
    /// As far as it came, and is not too long.
    private(set) var body: [UInt8] = []
    private(set) var isTooLong = false
    var verdict = RequestGuard.Verdict.own
    /// What the bridge answered; nil before.
    var answer: Bridge.Answer?
    /// By which the bridge answers it.
    var ticket: Int?
    /// The number of the stream of events that it became.
    var stream: Int?
    private let connection: OpaquePointer
    private var isSuspended = false

    init(_ connection: OpaquePointer) { self.connection = connection }

    func add(_ bytes: UnsafeRawBufferPointer) {
        isTooLong = isTooLong || body.count + bytes.count > WebServer.mostBody
        if !isTooLong { body += bytes }
    }

    /// Has libmicrohttpd wait for the answer.
    func suspend() {
        isSuspended = true
        MHD_suspend_connection(connection)
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }
}

/// The page that asks, by the number that it was told.
struct StreamNumber: Decodable {
    var stream: Int

    init?(_ body: [UInt8]) {
        guard let number = try? JSONDecoder().decode(Self.self, from: Data(body)) else { return nil }
        self = number
    }
}
