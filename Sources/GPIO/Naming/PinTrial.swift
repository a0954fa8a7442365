/// Shows a pattern on a line for a while, then drives it off and lets it go: is this the right wire? One thread at a time
/// may use it.
///
/// ```swift
/// let blink = LightPattern.blink(on: .milliseconds(500), off: .milliseconds(500))
/// let trial = try PinTrial("GPIO17", blink, for: .seconds(5), on: pinout, at: clock.now)
/// while let next = trial.nextDeadline {
///     sleep(until: next)
///     try trial.advance(to: clock.now)
/// }
/// ```
package final class PinTrial {
    /// The line that is tried, and where it is.
    package var line: LineIdentity { lamp.line.identity }

    private let lamp: LED
    private let end: Duration
    private var isOver = false

    /// Takes the line and begins.
    ///
    /// - Throws: what `Pinout.output` throws, or `failed` if the line cannot be driven.
    package init(
        _ name: LineName, _ pattern: LightPattern = .on, isActiveLow: Bool = false, for span: Duration,
        on pinout: Pinout, at now: Duration
    ) throws(GPIOError) {
        lamp = LED(try pinout.output(name, isActiveLow: isActiveLow, consumer: "earshot-pins"))
        end = now + span
        try lamp.show(pattern, at: now)
    }

    /// When to call `advance(to:)` next; nil once it is over.
    package var nextDeadline: Duration? {
        isOver ? nil : min(lamp.nextDeadline ?? end, end)
    }

    /// Moves the pattern on; at the end drives the line off and lets it go.
    ///
    /// - Returns: the change of the line, if it changed.
    /// - Throws: `GPIOError.failed` if the line cannot be driven.
    @discardableResult
    package func advance(to now: Duration) throws(GPIOError) -> [LineChange] {
        guard !isOver else { return [] }
        guard now >= end else { return try lamp.advance(to: now) }
        return try finish(at: now)
    }

    /// Ends it early: off, and released, even if the line does not obey.
    ///
    /// - Returns: the change of the line, if it changed.
    /// - Throws: `GPIOError.failed` if the line cannot be driven.
    @discardableResult
    package func finish(at now: Duration) throws(GPIOError) -> [LineChange] {
        guard !isOver else { return [] }
        isOver = true
        defer { lamp.line.release() }
        return try lamp.show(.off, at: now)
    }
}
