import EventSocket
import Glibc
import Platform
import Service

/// A bridge at work: connects the appliance's socket and the broker, until it is told to end.
///
/// ```swift
/// try MQTTProgram(configuration, version: "0.1.0").run(until: SignalDescriptor(SIGINT, SIGTERM))
/// ```
package struct MQTTProgram: ServiceProgram {
    package typealias Failure = Never

    /// So many messages are on their way to the broker at a time; the others wait, where newer states replace them.
    private static let mostOnTheirWay = 20
    /// A broker that has not said for so long that it has a message takes none, though it may answer otherwise.
    private static let patience = Duration.seconds(30)
    /// How long it is tried to take leave of the broker in order.
    private static let leave = Duration.seconds(2)

    private let configuration: MQTTConfiguration
    private let broker: BrokerConnection
    private let clock = MonotonicClock()
    private var bridge: Bridge
    private var appliance: ApplianceConnection
    private var isConnected = false
    private var isLeaving = false
    /// Messages by their numbers, in the order in which they were handed over.
    private var onTheirWay: [(number: Int32, message: Outbox.Message, since: Duration)] = []
    package var heartbeat = Heartbeat()

    /// Begins to connect to the broker.
    ///
    /// - Parameter version: of the bridge.
    /// - Throws: `PlatformError.refused` when the process has no thread or descriptor left.
    package init(_ configuration: MQTTConfiguration, version: String) throws(PlatformError) {
        self.configuration = configuration
        bridge = Bridge(configuration, version: version)
        appliance = ApplianceConnection(to: configuration.socket)
        broker = try BrokerConnection(
            configuration.broker, clientID: Topics(configuration).id, will: bridge.will,
            subscriptions: bridge.subscriptions)
    }

    /// Works until one of the signals comes; whatever is missing is waited for.
    package mutating func run(until ending: SignalDescriptor) {
        serve(until: ending)
        takeLeave()
    }

    package var descriptors: [Int32] { [broker.descriptor, appliance.descriptor] }

    package func deadlines(at now: Duration) -> [Duration?] {
        // What was counted is told once a minute, and events become old.
        [appliance.nextDeadline ?? bridge.nextDeadline, now + .seconds(60)]
    }

    package mutating func work() {
        readBroker()
        let now = clock.now
        appliance.serve(&bridge, at: now)
        bridge.advance(to: now)
        publish()
        show()
    }

    // MARK: - The broker

    private mutating func readBroker() {
        let now = clock.now
        for news in broker.take() {
            switch news {
            case .arrived:
                isConnected = true
                bridge.brokerArrived(at: now)
            case .left(let reason):
                isConnected = false
                bridge.outbox.giveBack(onTheirWay.map(\.message))
                onTheirWay = []
                if !isLeaving { bridge.brokerLeft(because: reason, at: now) }
            case .message(let topic, let payload, let isRetained):
                bridge.broker(said: payload, at: topic, isRetained: isRetained, now: now)
            case .told(let number): onTheirWay.removeAll { $0.number == number }
            }
        }
    }

    private mutating func publish() {
        if let oldest = onTheirWay.first, clock.now - oldest.since > Self.patience {
            broker.leave(because: "the broker answers, and takes no messages; look into its log")
        }
        while isConnected, onTheirWay.count < Self.mostOnTheirWay,
            let message = bridge.outbox.next(at: clock.now)
        {
            guard let number = broker.publish(message) else {
                // It is gone, and has not been taken for gone yet; or it never takes such a message.
                if broker.isConnected {
                    bridge.outbox.lose(message)
                } else {
                    bridge.outbox.giveBack([message])
                }
                return
            }
            onTheirWay.append((number, message, clock.now))
        }
    }

    private mutating func takeLeave() {
        bridge.outbox.keep(bridge.will.payload, at: bridge.will.topic)
        let end = clock.now + Self.leave
        while isConnected, clock.now < end {
            publish()
            if bridge.outbox.isEmpty, onTheirWay.isEmpty { break }
            Descriptors.waitUntilReadable([broker.descriptor], within: end - clock.now)
            readBroker()
        }
        isLeaving = true
        broker.stop()
        // The last word is its own, or the broker would say the will.
        while isConnected, clock.now < end {
            Descriptors.waitUntilReadable([broker.descriptor], within: end - clock.now)
            readBroker()
        }
    }

    private mutating func show() {
        heartbeat.show(
            (isConnected ? "connected to \(configuration.broker.host)" : "no broker")
                + ", " + (bridge.status.map { "appliance \($0.state)" } ?? "no appliance"))
    }
}
