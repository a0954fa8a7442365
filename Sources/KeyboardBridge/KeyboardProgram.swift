import EventSocket
import Platform
import Service

/// A keyboard at work: types what an appliance's socket tells, until it is told to end.
///
/// ```swift
/// try KeyboardProgram(configuration).run(until: SignalDescriptor(SIGINT, SIGTERM))
/// ```
package struct KeyboardProgram: ServiceProgram {
    package typealias Failure = KeyboardError

    /// What a desktop may take until it has noticed a new keyboard.
    private static let settling = Duration.milliseconds(1500)

    private let keyboard: any KeyTaking
    private let seat: any SeatWatching
    private let clock = MonotonicClock()
    private let user: String
    private var appliance: ApplianceConnection
    private var bridge: Bridge
    package var heartbeat = Heartbeat()

    /// Plugs the keyboard in.
    ///
    /// - Throws: `KeyboardError` when there is no layout or no keyboard.
    package init(_ configuration: KeyboardConfiguration) throws(KeyboardError) {
        try self.init(configuration, on: Keyboard(), before: Seat())
    }

    /// On another keyboard, before another seat.
    init(
        _ configuration: KeyboardConfiguration, on keyboard: any KeyTaking, before seat: any SeatWatching
    ) throws(KeyboardError) {
        self.keyboard = keyboard
        self.seat = seat
        user = configuration.user
        bridge = Bridge(try Typist(configuration), before: seat)
        appliance = ApplianceConnection(to: configuration.socket)
    }

    /// Works until one of the signals comes; an appliance that is missing is waited for.
    ///
    /// - Throws: `KeyboardError.lost`.
    package mutating func run(until ending: SignalDescriptor) throws(KeyboardError) {
        try serve(until: ending)
    }

    /// Types `text` once, as a dictated one, unless one of the signals comes; false if it was not typed to its end, which the
    /// log explains.
    ///
    /// - Throws: `KeyboardError.lost`.
    package mutating func type(_ text: String, until ending: SignalDescriptor) throws(KeyboardError) -> Bool {
        Descriptors.waitUntilReadable([ending.descriptor], within: Self.settling)
        guard !ending.take(), bridge.typist.type(text, at: clock.now, to: seat.occupant) else { return false }
        while let deadline = bridge.typist.nextDeadline {
            Descriptors.waitUntilReadable([ending.descriptor], within: deadline - clock.now)
            if ending.take() { return false }
            try press()
        }
        return !bridge.typist.wasStopped
    }

    /// Whether it hears of an appliance.
    var isConnected: Bool { appliance.descriptor >= 0 }

    package var descriptors: [Int32] { [appliance.descriptor] }

    package func deadlines(at now: Duration) -> [Duration?] {
        // What was counted is told once a minute.
        [appliance.nextDeadline, bridge.typist.nextDeadline, now + .seconds(60)]
    }

    package mutating func work() throws(KeyboardError) {
        let now = clock.now
        appliance.serve(&bridge, at: now)
        bridge.typist.advance(to: now)
        heartbeat.show("\(isConnected ? "connected" : "no appliance"); types for user '\(user)'")
        try press()
    }

    private mutating func press() throws(KeyboardError) {
        while let event = bridge.typist.next(at: clock.now, to: seat.occupant) { try keyboard.take(event) }
    }
}
