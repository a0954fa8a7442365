/// A relay, or anything else that is on or off, on an output line.
///
/// It knows no rules of safety (those are the appliance's): it switches at once and never writes a level twice.
///
/// ```swift
/// let pump = Relay(try pinout.output("GPIO5", isActiveLow: true, initially: false), initially: false)
/// try pump.set(true, at: now)
/// ```
///
/// One thread at a time may use it.
public final class Relay {
    /// The output it drives, for its name and to let it go.
    public let line: any OutputLine
    /// Whether it is on; nil if the last write failed.
    public private(set) var isOn: Bool?

    /// A relay that is as its line was requested.
    ///
    /// - Parameter isOn: the level that the line was requested with.
    public init(_ line: any OutputLine, initially isOn: Bool = false) {
        self.line = line
        self.isOn = isOn
    }

    /// Switches it; a level it already has is not written again.
    ///
    /// - Returns: the change, or nil if there was none to make.
    /// - Throws: `GPIOError.failed`; `isOn` is then nil and the next call writes again.
    @discardableResult
    public func set(_ isOn: Bool, at now: Duration) throws(GPIOError) -> LineChange? {
        guard isOn != self.isOn else { return nil }
        self.isOn = nil
        try line.set(isOn, at: now)
        self.isOn = isOn
        return LineChange(line: line.identity.name, isOn: isOn, at: now)
    }

    /// Looks whether its line is still driven; that of an adapter that was unplugged is not.
    ///
    /// - Throws: `GPIOError.failed`; `isOn` is then nil and the next call of `set` writes again.
    package func check(at now: Duration) throws(GPIOError) {
        try line.check(at: now, forgetting: &isOn)
    }
}
