import CMosquitto
import Glibc
import Platform
import Synchronization

/// The connection to a broker, by libmosquitto: made again whenever it is lost, on a thread of its own, so that nobody waits for
/// a name server or for a host that does not answer.
///
/// What comes is taken out with ``take()`` whenever ``descriptor`` is readable. One thread uses it.
///
/// ```swift
/// let broker = try BrokerConnection(options, will: bridge.will, subscriptions: bridge.subscriptions)
/// for news in broker.take() { … }
/// broker.publish(message)
/// ```
package final class BrokerConnection: Sendable {
    /// What has happened.
    package enum News: Sendable, Hashable {
        /// Connected, and subscribed.
        case arrived
        /// Lost, or not reached; the text says why, and what to do.
        case left(String)
        /// The broker passes on what somebody has said.
        case message(topic: String, payload: String, isRetained: Bool)
        /// The broker has the message that was published by this number.
        case told(Int32)
    }

    /// Pauses between two attempts.
    static let pauses = Duration.seconds(1) ... .seconds(60)
    /// So much is kept of what nobody has taken out; what comes then is lost.
    static let mostNews = 1000
    /// A connection that lasts less than this was not wanted.
    private static let shortest = Duration.seconds(5)

    private struct State {
        var news: [News] = []
        /// The connection of this moment, once the broker has accepted it.
        var handle: Handle?
        var isStopping = false
        /// Why it is being left, to connect again.
        var complaint: String?
    }

    /// libmosquitto's, which several threads may use.
    private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

    private let options: MQTTConfiguration.Broker
    private let clientID: String
    private let will: Outbox.Message
    private let subscriptions: [String]
    private let state = Mutex(State())
    private let attempt = Mutex(BrokerAttempt())
    private let toUser: EventDescriptor
    private let toThread: EventDescriptor

    /// Begins to connect. The thread goes on, and keeps this alive, until the process ends or ``stop()``.
    ///
    /// - Parameter clientID: two connections of the same end each other.
    /// - Throws: `PlatformError.refused` when the process has no thread or descriptor left.
    package init(
        _ options: MQTTConfiguration.Broker, clientID: String, will: Outbox.Message, subscriptions: [String]
    ) throws(PlatformError) {
        self.options = options
        self.clientID = clientID
        self.will = will
        self.subscriptions = subscriptions
        toUser = try EventDescriptor()
        toThread = try EventDescriptor()
        mosquitto_lib_init()
        try SystemThread(name: "earshot-mqtt") { [self] in connectAgainAndAgain() }.detach()
    }

    /// Readable while there is something to take out.
    package var descriptor: Int32 { toUser.descriptor }

    /// What has happened since this was asked before.
    package func take() -> [News] {
        toUser.drain()
        return state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// Whether there is a broker at this moment.
    package var isConnected: Bool { state.withLock { $0.handle != nil } }

    /// Hands a message to the broker. Whether it has it comes as ``News/told(_:)``.
    ///
    /// - Returns: its number; nil if there is no broker.
    package func publish(_ message: Outbox.Message) -> Int32? {
        state.withLock { state in
            guard let handle = state.handle?.pointer else { return nil }
            let payload = Array(message.payload.utf8)
            var number: Int32 = 0
            let code = mosquitto_publish(
                handle, &number, message.topic, Int32(payload.count), payload, Self.quality,
                message.isRetained)
            return code == MOSQ_ERR_SUCCESS.rawValue ? number : nil
        }
    }

    /// Ends the connection, to make another one. No leave is taken: a broker that cannot be reached again says the will.
    package func leave(because reason: String) {
        state.withLock { state in
            guard let handle = state.handle?.pointer, state.complaint == nil else { return }
            state.complaint = reason
            let socket = mosquitto_socket(handle)
            if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Takes leave of the broker, which then does not say the will.
    package func stop() {
        state.withLock { state in
            state.isStopping = true
            if let handle = state.handle?.pointer { mosquitto_disconnect(handle) }
        }
        toThread.signal()
    }

    /// At least once (MQTT 3.1.1, 4.3.2).
    private static let quality: Int32 = 1

    private func post(_ news: News) {
        state.withLock { state in
            if case .message = news, state.news.count >= Self.mostNews { return }
            state.news.append(news)
        }
        toUser.signal()
    }
}

// MARK: - The thread

extension BrokerConnection {
    private func connectAgainAndAgain() {
        let clock = MonotonicClock()
        var backOff = BackOff(Self.pauses)
        while !state.withLock({ $0.isStopping }) {
            let began = clock.now
            attempt.withLock { $0 = BrokerAttempt() }
            var reason = serve()
            let attempt = attempt.withLock { $0 }
            if attempt.isAccepted {
                // One that is shown out at once is not let in for longer by coming back each second.
                if clock.now - began < Self.shortest {
                    reason += "; is another box of the same name, '\(clientID)', connected?"
                } else {
                    backOff.reset()
                }
            }
            post(.left(reason))
            _ = toThread.wait(milliseconds: Int32(backOff.next().nanoseconds / 1_000_000))
        }
    }

    /// One connection, from its beginning to its end; each has a handle of its own, so that nothing of one that was lost is
    /// told by the next.
    ///
    /// - Returns: why it ended, and what to do.
    private func serve() -> String {
        guard let handle = mosquitto_new(clientID, true, Unmanaged.passUnretained(self).toOpaque()) else {
            return "no memory for a connection; this machine has too little of it"
        }
        defer {
            state.withLock { $0.handle = nil }
            mosquitto_destroy(handle)
        }
        if let mistake = prepare(handle) { return mistake }
        var code = mosquitto_connect(
            handle, options.host, Int32(options.port), Int32(options.keepAlive / .seconds(1)))
        var failure = errno
        while code == MOSQ_ERR_SUCCESS.rawValue {
            code = mosquitto_loop(handle, 1000, 1)
            failure = errno
        }
        // With the connection, as it is of no other one.
        let complaint = state.withLock { state in
            defer { (state.handle, state.complaint) = (nil, nil) }
            return state.complaint
        }
        return complaint ?? attempt.withLock { $0.explanation(of: code, failure, options) }
    }

    /// Says all that libmosquitto has to know before it connects; returns why that is impossible.
    private func prepare(_ handle: OpaquePointer) -> String? {
        mosquitto_threaded_set(handle, true)
        let payload = Array(will.payload.utf8)
        mosquitto_will_set(
            handle, will.topic, Int32(payload.count), payload, Self.quality, will.isRetained)
        if let user = options.user { mosquitto_username_pw_set(handle, user, options.password) }
        if let tls = options.tls {
            let trusted = tls.authority == nil ? "/etc/ssl/certs" : nil
            let code = mosquitto_tls_set(
                handle, tls.authority, trusted, tls.certificate, tls.key,
                // A key with a pass phrase is not asked for one: nobody is there to type it.
                { _, _, _, _ in 0 })
            guard code == MOSQ_ERR_SUCCESS.rawValue else {
                return "the certificates cannot be used (\(String(cString: mosquitto_strerror(code)))); "
                    + "'earshot-mqtt --check' looks at the files"
            }
        }
        mosquitto_connect_callback_set(handle) { handle, object, code in
            guard let handle, let object else { return }
            BrokerConnection.of(object).connected(handle, code)
        }
        mosquitto_message_callback_set(handle) { _, object, message in
            guard let object, let message = message?.pointee else { return }
            BrokerConnection.of(object).received(message)
        }
        mosquitto_publish_callback_set(handle) { _, object, number in
            guard let object else { return }
            BrokerConnection.of(object).post(.told(number))
        }
        mosquitto_log_callback_set(handle) { _, object, level, text in
            guard let object, let text, level == MOSQ_LOG_ERR else { return }
            let complaint = String(cString: text)
            BrokerConnection.of(object).attempt.withLock { $0.complaint = complaint }
        }
        return nil
    }

    private static func of(_ object: UnsafeMutableRawPointer) -> BrokerConnection {
        Unmanaged<BrokerConnection>.fromOpaque(object).takeUnretainedValue()
    }

    private func connected(_ handle: OpaquePointer, _ code: Int32) {
        attempt.withLock { $0.answer = code }
        guard code == 0 else { return }
        for subscription in subscriptions { mosquitto_subscribe(handle, nil, subscription, Self.quality) }
        state.withLock { $0.handle = Handle(pointer: handle) }
        post(.arrived)
    }

    private func received(_ message: mosquitto_message) {
        let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        post(
            .message(
                topic: String(cString: message.topic), payload: String(decoding: payload, as: UTF8.self),
                isRetained: message.retain))
    }
}
