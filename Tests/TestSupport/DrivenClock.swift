import Platform
import Synchronization

/// A clock that moves only when it is advanced: for tests without sleeps.
///
/// ```swift
/// let clock = DrivenClock()
/// clock.advance(by: .milliseconds(20))
/// ```
package final class DrivenClock: TimeSource {
    private let time = Mutex(Duration.zero)

    /// A clock that stands at zero.
    package init() {}

    package var now: Duration { time.withLock { $0 } }

    /// Moves it on. Any thread may.
    ///
    /// - Precondition: `span` is not negative.
    package func advance(by span: Duration) {
        precondition(span >= .zero, "a clock does not go back")
        time.withLock { $0 += span }
    }
}
