import Appliance
import Glibc
import Platform

/// Real time for commands that watch pins: now, and until something happens.
package struct Waiting {
    package let stop: StopSignal
    private let clock = MonotonicClock()
    private let start: Duration

    package init(_ stop: StopSignal) {
        self.stop = stop
        start = clock.now
    }

    /// Time since this was made.
    package var now: Duration { clock.now - start }

    /// Returns when a descriptor is readable, at `deadline`, or when it is time to stop; nil is no deadline.
    package func until(_ deadline: Duration?, or descriptors: [Int32] = []) {
        var items = ([stop.descriptor] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var milliseconds: Int32 = -1
        if let deadline {
            // Rounded up, so that the deadline has come when this returns.
            milliseconds = Int32(
                clamping: Int64((max(.zero, deadline - now) / .milliseconds(1)).rounded(.up)))
        }
        poll(&items, nfds_t(items.count), milliseconds)
    }
}
