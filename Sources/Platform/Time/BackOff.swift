/// How long to wait before the next attempt: twice as long each time, so that what works again is found soon, and what is broken
/// costs nothing.
///
/// ```swift
/// var backOff = BackOff(Duration.milliseconds(100) ... .seconds(2))
/// while !connect() { wait(backOff.next()) }
/// backOff.reset()
/// ```
package struct BackOff: Sendable, Hashable {
    private let pauses: ClosedRange<Duration>
    private var upcoming: Duration

    /// - Parameter pauses: from the first to the longest.
    package init(_ pauses: ClosedRange<Duration>) {
        self.pauses = pauses
        upcoming = pauses.lowerBound
    }

    /// The pause before the next attempt.
    package mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, pauses.upperBound) }
        return upcoming
    }

    /// It works again: after this the first pause comes next.
    package mutating func reset() { upcoming = pauses.lowerBound }
}
