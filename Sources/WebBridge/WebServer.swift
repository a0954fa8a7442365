import CMicrohttpd
import EventSocket
import Glibc
import Platform

/// The pages' side: HTTP, by libmicrohttpd, polled by the one thread that owns this.
///
/// What it cannot answer by itself it hands out with ``takeArrivals()``, and waits for the answer without holding up others.
///
/// - At most ``mostConnections`` at a time; what comes then is closed. ``mostStreams`` of them may follow the events.
/// - A request has ``mostMemory`` bytes at most, and ``mostBody`` of them in its body. A connection on which nothing moves ends
///   after ``patience``, and one whose request is not whole after ``mostTime``, however it comes.
/// - Of a page that does not read the events on, ``EventStream/mostWaiting`` bytes wait; then it is dropped, as is one whose machine
///   takes nothing for ``EventStream/patience``.
///
/// ```swift
/// let server = try WebServer(configuration)
/// Descriptors.waitUntilReadable(server.descriptors, within: server.timeout)
/// server.work(at: clock.now)
/// for arrival in server.takeArrivals() { … }
/// ```
final class WebServer {
    static let mostConnections: UInt32 = 512
    static let mostStreams = 32
    static let mostMemory = 16 * 1024
    static let mostBody = 4096
    /// Without anything from a connection, or to it.
    static let patience: UInt32 = 5
    /// For a whole request.
    static let mostTime = Duration.seconds(10)
    private static let eventStream = "text/event-stream"

    /// What pages do.
    enum Arrival {
        /// One follows the events, from a place on where it was before.
        case opened(stream: Int, place: String?)
        case closed(stream: Int)
        /// One asks for something; ``WebServer/answer(_:to:)``.
        case asks(SocketRequest.Action, stream: Int?, ticket: Int)
    }

    let guardian: RequestGuard
    private var daemon: OpaquePointer?
    private var arrivals: [Arrival] = []
    private var streams: [Int: EventStream] = [:]
    private var exchanges: [Int: Exchange] = [:]
    private var newest = 0
    private var now = Duration.zero
    /// Connections without a whole request, since when. libmicrohttpd's own patience begins anew with each byte.
    private var incomplete: [OpaquePointer: Duration] = [:]
    /// How many pages were dropped as they did not read on, since this was asked before.
    private var dropped = 0
    /// Whether a connection goes on that libmicrohttpd has not looked at since: `MHD_get_timeout` passes over it.
    private var hasResumed = false

    /// Listens.
    ///
    /// - Parameters:
    ///   - configuration: what is served to whom; its address and port are those of `socket`, where there is one.
    ///   - socket: one that somebody else has had listen, and that this closes; nil to make one.
    /// - Throws: `WebBridgeError.cannotListen`.
    init(_ configuration: WebConfiguration, socket: Int32? = nil) throws(WebBridgeError) {
        guardian = RequestGuard(configuration)
        let limits = cmicrohttpd_limits(
            connections: Self.mostConnections, memory: Self.mostMemory, timeout: Self.patience)
        let context = Unmanaged.passUnretained(self).toOpaque()
        daemon = SocketAddress.with(configuration.address, configuration.port) { address in
            cmicrohttpd_start(
                address, socket ?? -1, limits,
                { context, connection, path, method, _, body, size, exchange in
                    WebServer.of(context!).receive(
                        Request(connection!, path!, method!), body, size!, &exchange!.pointee)
                },
                { context, connection, exchange, _ in
                    let server = WebServer.of(context!)
                    if let exchange = exchange?.pointee { server.end(exchange) }
                    server.incomplete[connection!] = server.now
                },
                { context, connection, _, change in
                    let server = WebServer.of(context!)
                    server.incomplete[connection!] = cmicrohttpd_has_begun(change) ? server.now : nil
                }, context)
        }
        guard daemon != nil else {
            // What libmicrohttpd leaves in errno is of something that it did afterwards.
            throw .cannotListen(
                address: configuration.addressInURL, port: configuration.port,
                code: SocketAddress.refusal(of: configuration.address, configuration.port))
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> WebServer {
        Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Ends all connections.
    func stop() {
        guard let daemon else { return }
        self.daemon = nil
        for stream in streams.values { stream.end() }
        for exchange in exchanges.values { exchange.resume() }
        MHD_stop_daemon(daemon)
    }

    deinit { stop() }
}

// MARK: - The bridge's side

extension WebServer {
    /// Readable while there is something to do.
    var descriptors: [Int32] {
        guard let daemon else { return [] }
        return [cmicrohttpd_descriptor(daemon)] + streams.values.filter { !$0.hasEnded }.map(\.socket)
    }

    /// After so long there is something to do in any case; nil if there is not.
    var timeout: Duration? {
        if hasResumed { return .zero }
        var milliseconds: UInt64 = 0
        guard let daemon, MHD_get_timeout(daemon, &milliseconds) == .YES else { return nil }
        return .milliseconds(Int64(min(milliseconds, 60_000)))
    }

    /// Does what there is to do, without waiting.
    func work(at now: Duration) {
        self.now = now
        // Whoever sends a byte wakes this, and whoever sends none is libmicrohttpd's to end.
        for (connection, start) in incomplete where now - start > Self.mostTime {
            shutdown(cmicrohttpd_socket(connection), Int32(SHUT_RDWR))
            incomplete[connection] = nil
        }
        for stream in streams.values { stream.endIfLeft() }
        hasResumed = false
        if let daemon { MHD_run(daemon) }
    }

    /// What pages did since this was asked before.
    func takeArrivals() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }

    /// How many pages were dropped since this was asked before, as they did not read on.
    func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Tells all pages that follow the events a line, or one of them.
    ///
    /// - Parameter place: what a page that connects again says of how far it was.
    func tell(_ line: String, only stream: Int?, place: String? = nil) {
        let id = place.map { "id: \($0)\n" } ?? ""
        tell(Array("\(id)data: \(line)\n\n".utf8), stream.map { [streams[$0]] } ?? Array(streams.values))
    }

    /// Says to all pages that the connection lives, which finds those out that are gone.
    func keepAlive() { tell(Array(":\n\n".utf8), Array(streams.values)) }

    private func tell(_ bytes: [UInt8], _ streams: [EventStream?]) {
        for case let stream? in streams where !stream.hasEnded && !stream.add(bytes) {
            dropped += 1
            stream.end()
        }
        hasResumed = true
    }

    func answer(_ answer: Bridge.Answer, to ticket: Int) {
        guard let exchange = exchanges.removeValue(forKey: ticket) else { return }
        exchange.answer = answer
        exchange.resume()
        hasResumed = true
    }
}

// MARK: - Requests

extension WebServer {
    /// libmicrohttpd hands in a request piece by piece: its head, each part of its body, and its end.
    private func receive(
        _ request: Request, _ body: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
        _ context: inout UnsafeMutableRawPointer?
    ) -> MHD_Result {
        guard let known = context else {
            context = Unmanaged.passRetained(Exchange(request.connection)).toOpaque()
            return .YES
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        if size.pointee > 0 {
            exchange.add(UnsafeRawBufferPointer(start: body, count: size.pointee))
            size.pointee = 0
            return .YES
        }
        incomplete[request.connection] = nil
        if let answer = exchange.answer {
            return request.respond(answer.status, answer.json, reader: exchange.verdict)
        }
        return serve(request, exchange)
    }

    private func end(_ context: UnsafeMutableRawPointer) {
        let exchange = Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue()
        if let ticket = exchange.ticket { exchanges[ticket] = nil }
        guard let stream = exchange.stream else { return }
        streams[stream] = nil
        arrivals.append(.closed(stream: stream))
    }

    private func serve(_ request: Request, _ exchange: Exchange) -> MHD_Result {
        let file = PageFile.at(request.path)
        exchange.verdict = guardian.verdict(on: request.headers, isOpen: file != nil)
        if case .refused(let reason) = exchange.verdict { return request.respond(refusing: 403, reason) }
        switch (request.method, request.path) {
        case ("GET", _) where file != nil, ("HEAD", _) where file != nil: return request.respond(with: file!)
        case ("GET", "/events"): return follow(request, exchange)
        case ("GET", "/status"): return ask(.status, stream: nil, request, exchange)
        case ("POST", "/request"): return ask(request, exchange)
        case ("OPTIONS", "/request"), ("OPTIONS", "/status"), ("OPTIONS", "/events"):
            return request.respondToPreflight(reader: exchange.verdict)
        default:
            let methods = file != nil ? "GET, HEAD" : Request.methods[request.path]
            guard let methods else {
                return request.respond(
                    refusing: 404, "there are /, /events, /status, /request and /earshot.js here",
                    reader: exchange.verdict)
            }
            return request.respond(
                refusing: 405, "\(request.path) takes \(methods)", reader: exchange.verdict, allow: methods)
        }
    }

    private func ask(_ request: Request, _ exchange: Exchange) -> MHD_Result {
        func refuse(_ status: UInt32, _ reason: String) -> MHD_Result {
            request.respond(refusing: status, reason, reader: exchange.verdict)
        }
        guard request["Content-Type"]?.lowercased().hasPrefix("application/json") == true else {
            return refuse(415, "a request is JSON: Content-Type: application/json")
        }
        guard !exchange.isTooLong else { return refuse(413, "a request has \(Self.mostBody) bytes at most") }
        do throws(SocketRequest.Mistake) {
            let asked = try SocketRequest(exchange.body)
            return ask(asked.action, stream: StreamNumber(exchange.body)?.stream, request, exchange)
        } catch {
            return refuse(400, error.text)
        }
    }

    private func ask(
        _ action: SocketRequest.Action, stream: Int?, _ request: Request, _ exchange: Exchange
    ) -> MHD_Result {
        newest += 1
        exchange.ticket = newest
        exchanges[newest] = exchange
        arrivals.append(.asks(action, stream: stream, ticket: newest))
        exchange.suspend()
        return .YES
    }

    private func follow(_ request: Request, _ exchange: Exchange) -> MHD_Result {
        // Any page may have a picture of this, which would hold a stream. None asks for events.
        guard request["Accept"]?.lowercased().contains(Self.eventStream) == true else {
            return request.respond(
                refusing: 406, "whoever follows the events asks for them: Accept: \(Self.eventStream)",
                reader: exchange.verdict)
        }
        guard streams.count < Self.mostStreams else {
            return request.respond(
                refusing: 503, "\(Self.mostStreams) pages follow the events already; close one",
                reader: exchange.verdict)
        }
        newest += 1
        let stream = EventStream(request.connection)
        streams[newest] = stream
        exchange.stream = newest
        arrivals.append(.opened(stream: newest, place: request["Last-Event-ID"]))
        return request.respond(with: stream, reader: exchange.verdict)
    }
}
