import Platform

/// A program that works as a service: does what there is to do, and waits until there is more, until it is told to end. Owned by the
/// thread of its main loop; its moments are of ``MonotonicClock``.
///
/// ```swift
/// package mutating func run(until ending: SignalDescriptor) {       // of an MQTTProgram
///     serve(until: ending)
///     takeLeave()
/// }
/// ```
package protocol ServiceProgram {
    /// What ends it; `Never` for one that waits for whatever is missing.
    associatedtype Failure: Error

    /// What tells the service manager that it lives, and what it is at.
    var heartbeat: Heartbeat { get set }

    /// Readable when there is something to do; negative ones are left out.
    var descriptors: [Int32] { get }

    /// When there is something to do although nothing is readable; nil for never.
    func deadlines(at now: Duration) -> [Duration?]

    /// Does what there is to do now, and waits for nothing.
    mutating func work() throws(Failure)
}

extension ServiceProgram {
    /// Works until one of the signals comes.
    package mutating func serve(until ending: SignalDescriptor) throws(Failure) {
        let clock = MonotonicClock()
        heartbeat.begin(at: clock.now)
        while !ending.take() {
            try work()
            let now = clock.now
            heartbeat.beat(at: now)
            let deadline = ([heartbeat.nextDeadline] + deadlines(at: now)).earliest
            Descriptors.waitUntilReadable(
                [ending.descriptor] + descriptors, within: deadline.map { $0 - now })
        }
        heartbeat.end()
    }
}
