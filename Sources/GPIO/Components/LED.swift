/// A light on an output line that shows patterns.
///
/// ```swift
/// let lamp = LED(try pinout.output("GPIO17"))
/// try lamp.show(.blink(on: .milliseconds(100), off: .milliseconds(100)), at: now)
/// // whenever time has passed:
/// if let next = lamp.nextDeadline, next <= now { try lamp.advance(to: now) }
/// ```
///
/// A new pattern shows at once, in the middle of whatever was shown. One thread at a time may use it.
public final class LED {
    /// The output it drives, for its name and to let it go.
    public let line: any OutputLine
    /// What it shows.
    public private(set) var pattern = LightPattern.off
    /// Whether it is lit; nil if the last write failed.
    public private(set) var isOn: Bool?
    private var start = Duration.zero
    private var lastAdvance = Duration.zero

    /// A steady light that is as its line was requested.
    ///
    /// - Parameter isOn: the level that the line was requested with.
    public init(_ line: any OutputLine, initially isOn: Bool = false) {
        self.line = line
        self.isOn = isOn
        pattern = isOn ? .on : .off
    }

    /// Shows a pattern from its beginning; one that is already shown is not restarted.
    ///
    /// - Returns: the change of the light, if it changed.
    /// - Throws: `GPIOError.failed`: the light could not be set. The pattern stays, and the next call tries again.
    @discardableResult
    public func show(_ pattern: LightPattern, at now: Duration) throws(GPIOError) -> [LineChange] {
        if pattern != self.pattern {
            self.pattern = pattern
            start = now
        }
        return try advance(to: now)
    }

    /// Sets the light as the pattern has it at this moment.
    ///
    /// - Returns: the change of the light, if it changed; however late the call, at most one.
    /// - Throws: as `show`.
    @discardableResult
    public func advance(to now: Duration) throws(GPIOError) -> [LineChange] {
        lastAdvance = now
        let wanted = pattern.isOn(after: max(.zero, now - start))
        guard wanted != isOn else { return [] }
        isOn = nil
        try line.set(wanted, at: now)
        isOn = wanted
        return [LineChange(line: line.identity.name, isOn: wanted, at: now)]
    }

    /// Looks whether its line is still driven; that of an adapter that was unplugged is not.
    ///
    /// - Throws: `GPIOError.failed`; `isOn` is then nil and the next call of `advance` sets it again.
    package func check(at now: Duration) throws(GPIOError) {
        try line.check(at: now, forgetting: &isOn)
    }

    /// When to call `advance(to:)` next: the pattern's next step; nil while the light is steady.
    public var nextDeadline: Duration? {
        pattern.nextStep(after: max(.zero, lastAdvance - start)).map { start + $0 }
    }
}
