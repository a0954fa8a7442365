import Glibc
import Platform
import TestSupport
import Testing

@testable import WebBridge

/// The pages' side by itself, driven by the test.
@Suite struct WebServerTests {
    private let port = FreePort.find()
    private let configuration: WebConfiguration
    private let server: WebServer

    init() throws {
        var configuration = WebConfiguration()
        configuration.port = port
        self.configuration = configuration
        server = try WebServer(configuration)
    }

    /// A page that asks for `path`.
    ///
    /// - Parameter buffer: bytes that the system is to keep of what it does not read; nil leaves that to it.
    private func page(
        asking path: String, buffer: Int32? = nil, _ header: String = ""
    ) throws -> HTTPConnection {
        let page = try HTTPConnection(to: port, buffer: buffer)
        page.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\(header)\r\n")
        return page
    }

    /// What a page does next; waited for.
    private func nextArrival() -> WebServer.Arrival {
        while true {
            server.work(at: .zero)
            if let arrival = server.takeArrivals().first { return arrival }
            Descriptors.waitUntilReadable(server.descriptors, within: server.timeout)
        }
    }

    /// Does what is to be done at once, though no page does anything.
    private func workWithoutWaiting() {
        while server.timeout == .zero { server.work(at: .zero) }
    }

    @Test("A port that somebody has is refused, with the place and the system's reason")
    func takenPort() {
        let refusal = WebBridgeError.cannotListen(address: "127.0.0.1", port: port, code: EADDRINUSE)
        #expect(throws: refusal) { _ = try WebServer(configuration) }
        #expect(refusal.description.hasPrefix("cannot listen at 127.0.0.1:\(port) (Address already in use)"))
    }

    @Test("A request is answered at once, though nothing else happens")
    func answer() throws {
        let page = try page(asking: "/status")
        guard case .asks(.status, _, let ticket) = nextArrival() else {
            Issue.record("nothing was asked for")
            return
        }
        workWithoutWaiting()
        server.answer(.done, to: ticket)
        workWithoutWaiting()
        try page.read(until: #/\{"ok":true\}/#, within: .seconds(30))
    }

    @Test("A page is told an event at once, though nothing else happens")
    func event() throws {
        let page = try page(asking: "/events")
        guard case .opened(let stream, _) = nextArrival() else {
            Issue.record("no page follows")
            return
        }
        workWithoutWaiting()
        try page.read(until: #/retry: 1000/#, within: .seconds(30))
        server.tell("{}", only: stream)
        workWithoutWaiting()
        try page.read(until: #/data: \{\}/#, within: .seconds(30))
    }

    @Test("A page is told its place with an event, and says how far it was when it connects again")
    func place() throws {
        let page = try page(asking: "/events", "Last-Event-ID: 7f-1\r\n")
        guard case .opened(let stream, let place) = nextArrival() else {
            Issue.record("no page follows")
            return
        }
        #expect(place == "7f-1")
        server.tell("{}", only: stream, place: "7f-2")
        workWithoutWaiting()
        try page.read(until: #/id: 7f-2\ndata: \{\}\n\n/#, within: .seconds(30))
    }

    @Test("A page that reads nothing and says something is let go of, and keeps nobody busy")
    func talker() throws {
        let page = try page(asking: "/events", buffer: 4096)
        guard case .opened(let stream, _) = nextArrival() else {
            Issue.record("no page follows")
            return
        }
        workWithoutWaiting()
        let socket = try #require(server.descriptors.last)
        // Until the system takes no more for it.
        var unsent: Int32 = 0
        var before: Int32
        repeat {
            before = unsent
            server.tell(String(repeating: "x", count: 65_536), only: stream)
            workWithoutWaiting()
            _ = ioctl(socket, UInt(TIOCOUTQ), &unsent)
        } while unsent != before
        page.send("x")
        var isGone = false
        let limit = ContinuousClock.now + .seconds(30)
        while !isGone, ContinuousClock.now < limit {
            Descriptors.waitUntilReadable(server.descriptors, within: .milliseconds(100))
            server.work(at: .zero)
            isGone = server.takeArrivals().contains {
                if case .closed(stream: stream) = $0 { true } else { false }
            }
        }
        #expect(isGone)
        #expect(server.takeDropped() == 0, "it was not for what waited")
    }

    @Test("A page whose network is gone counts as closed after half a minute, though nobody says so")
    func vanishedPage() throws {
        let page = try page(asking: "/events")
        guard case .opened(let stream, _) = nextArrival() else {
            Issue.record("no page follows")
            return
        }
        workWithoutWaiting()
        try page.read(until: #/retry: 1000/#, within: .seconds(30))
        let socket = try #require(server.descriptors.last)
        var milliseconds: UInt32 = 0
        var size = socklen_t(MemoryLayout<UInt32>.size)
        getsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, &size)
        #expect(milliseconds == 30_000)
        // The system's clock cannot be driven.
        milliseconds = 100
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
        try page.vanish()
        server.keepAlive()
        guard case .closed(stream: stream) = nextArrival() else {
            Issue.record("it is still there")
            return
        }
    }
}
