import Glibc

/// Where code asks what time it is: the machine's clocks, or one that a test drives.
///
/// ```swift
/// struct Stopwatch {
///     let clock: any TimeSource
///     let start: Duration
///     var elapsed: Duration { clock.now - start }
/// }
/// ```
package protocol TimeSource: Sendable {
    /// Time since some fixed moment; never goes back. Any thread may ask.
    var now: Duration { get }
}

/// CLOCK_MONOTONIC: the clock of the kernel's GPIO edge stamps and of ALSA's. It counts from the start of the machine, and
/// stands still while that sleeps.
///
/// ```swift
/// let clock = MonotonicClock()
/// let before = clock.now
/// work()
/// print((clock.now - before).seconds)
/// ```
package struct MonotonicClock: TimeSource {
    /// The one clock; it has no state of its own.
    package init() {}

    package var now: Duration { .sinceStart(by: CLOCK_MONOTONIC) }
}

/// CLOCK_BOOTTIME: as ``MonotonicClock``, and it goes on while the machine sleeps, which it does not end.
///
/// ```swift
/// let end = BootClock().now + .seconds(60)
/// ```
package struct BootClock: TimeSource {
    /// The one clock; it has no state of its own.
    package init() {}

    package var now: Duration { .sinceStart(by: CLOCK_BOOTTIME) }
}

extension Duration {
    fileprivate static func sinceStart(by clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
