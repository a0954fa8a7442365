import EventSocket
import Glibc
import Platform
import Service

/// A bridge at work: connects the appliance's socket and browsers, until it is told to end. One thread does all of it.
///
/// ```swift
/// try WebProgram(configuration).run(until: SignalDescriptor(SIGINT, SIGTERM))
/// ```
package struct WebProgram: ServiceProgram {
    package typealias Failure = Never

    /// How often a page is told that the connection lives.
    private static let keepAlive = Duration.seconds(15)

    private let configuration: WebConfiguration
    private let server: WebServer
    private let clock = MonotonicClock()
    private var bridge: Bridge
    private var appliance: ApplianceConnection
    private var nextKeepAlive = Duration.zero
    package var heartbeat = Heartbeat()

    /// The socket at which systemd listens for this program, so that the service needs no network of its own; nil where it was
    /// started by hand. Called once, before there are other threads.
    ///
    /// - Throws: `WebBridgeError.tooManySockets` if there are several.
    package static func takeSocket() throws(WebBridgeError) -> Int32? {
        let sockets = ServiceManager.takeSockets()
        guard sockets.count <= 1 else {
            throw .tooManySockets(count: sockets.count)
        }
        return sockets.first
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - configuration: what is served to whom.
    ///   - socket: one that listens where the configuration says, and that this closes; nil to make one.
    /// - Throws: `WebBridgeError.cannotListen`.
    package init(_ configuration: WebConfiguration, socket: Int32? = nil) throws(WebBridgeError) {
        self.configuration = configuration
        bridge = Bridge(configuration)
        appliance = ApplianceConnection(to: configuration.socket)
        server = try WebServer(configuration, socket: socket)
    }

    /// Works until one of the signals comes; the appliance is waited for.
    package mutating func run(until ending: SignalDescriptor) {
        Log.notice("the page is at http://\(configuration.addressInURL):\(configuration.port)/", from: "web")
        // Whoever is the first to ask is told what is known of the appliance.
        appliance.serve(&bridge, at: clock.now)
        // There is nobody to be told yet.
        _ = bridge.takeOutputs()
        serve(until: ending)
        server.stop()
    }

    package var descriptors: [Int32] { [appliance.descriptor] + server.descriptors }

    package func deadlines(at now: Duration) -> [Duration?] {
        [appliance.nextDeadline ?? bridge.nextDeadline, nextKeepAlive, server.timeout.map { now + $0 }]
    }

    package mutating func work() {
        server.work(at: clock.now)
        for arrival in server.takeArrivals() {
            switch arrival {
            case .opened(let stream, let place): bridge.pageArrived(stream, from: place)
            case .closed(let stream): bridge.pageLeft(stream)
            case .asks(let action, let stream, let ticket):
                bridge.page(asks: action, stream: stream, ticket: ticket)
            }
        }
        let now = clock.now
        // After the pages, which have not missed what they are told then.
        appliance.serve(&bridge, at: now)
        for output in bridge.takeOutputs() {
            switch output {
            case .tell(let line, let stream, let place): server.tell(line, only: stream, place: place)
            case .answer(let answer, let ticket): server.answer(answer, to: ticket)
            }
        }
        if now >= nextKeepAlive {
            server.keepAlive()
            nextKeepAlive = now + Self.keepAlive
        }
        if server.takeDropped() > 0 {
            bridge.log.note(
                .notice, "a page that did not read on was dropped", kind: "pages that did not read on",
                at: now)
        }
        bridge.advance(to: now)
        heartbeat.show(bridge.status.map { "appliance \($0.state)" } ?? "no appliance")
    }
}
