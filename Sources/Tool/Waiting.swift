import Appliance
import Platform

/// Real time for commands that watch pins: now, and until something happens.
struct Waiting {
    let stop: StopSignal
    private let clock = MonotonicClock()
    private let start: Duration

    init(_ stop: StopSignal) {
        self.stop = stop
        start = clock.now
    }

    /// Time since this was made.
    var now: Duration { clock.now - start }

    /// Returns when a descriptor is readable, at `deadline`, or when it is time to stop; nil is no deadline.
    func until(_ deadline: Duration?, or descriptors: [Int32] = []) {
        Descriptors.waitUntilReadable([stop.descriptor] + descriptors, within: deadline.map { $0 - now })
    }
}
