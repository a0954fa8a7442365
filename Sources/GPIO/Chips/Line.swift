/// A line that this program drives. It stays ours until `release()` or until the last reference is gone; setting it
/// afterwards is a mistake that stops the program. One thread at a time may use it.
///
/// ```swift
/// let pump = try pinout.output("GPIO5", isActiveLow: true)
/// try pump.set(true, at: now)
/// ```
public protocol OutputLine: AnyObject {
    /// Which line it is: as it was asked for, and where it was found.
    var identity: LineIdentity { get }

    /// Drives the line on or off; with active-low, on is a low voltage.
    ///
    /// - Parameter time: the moment on the capture clock, for those who keep a history. It delays nothing.
    /// - Throws: `GPIOError.failed`; the level is then unknown.
    func set(_ isOn: Bool, at time: Duration) throws(GPIOError)

    /// Gives the line back. *What the level is afterwards depends on the chip*: see `ReleaseBehaviour`.
    func release()
}

/// A line that this program listens to. It stays ours until `release()` or until the last reference is gone; reading it
/// afterwards is a mistake that stops the program. One thread at a time may use it.
///
/// ``Button`` takes bounces out; the line itself gives every edge:
///
/// ```swift
/// let contact = try pinout.input("GPIO27", isActiveLow: true, pull: .up)
/// for edge in try contact.edges(upTo: now) { print(edge.at, edge.isActive ? "closed" : "open") }
/// ```
public protocol InputLine: AnyObject {
    /// Which line it is: as it was asked for, and where it was found.
    var identity: LineIdentity { get }
    /// Readable when an edge waits; nil for a line that has to be looked at again at `nextDeadline`.
    var fileDescriptor: Int32? { get }
    /// Whether edges arrive debounced already.
    var isDebounced: Bool { get }
    /// When to call `edges(upTo:)` next even if the descriptor is silent; nil for never.
    var nextDeadline: Duration? { get }

    /// The level at `time`, which is now.
    ///
    /// - Throws: `GPIOError.failed` if the line cannot be read: an unplugged adapter.
    func isActive(at time: Duration) throws(GPIOError) -> Bool

    /// Takes the edges that have come in, oldest first; never waits.
    ///
    /// - Parameter now: this moment on the capture clock; edges are dated back from it.
    /// - Throws: `GPIOError.failed` if the line cannot be read.
    func edges(upTo now: Duration) throws(GPIOError) -> [Edge]

    /// Gives the line back.
    func release()
}

/// A change of an input, bounces included: an ``InputLine`` gives it.
public struct Edge: Sendable, Hashable {
    /// The level it went to.
    public var isActive: Bool
    /// When the contact moved, on the capture clock.
    public var at: Duration
    /// The kernel's stamp (CLOCK_MONOTONIC): of the interrupt, or of the end of the debounce time if the kernel
    /// debounces. Nil if nothing stamped it.
    public var kernelTime: Duration?

    /// An edge as a line of your own gives it.
    public init(isActive: Bool, at: Duration, kernelTime: Duration? = nil) {
        self.isActive = isActive
        self.at = at
        self.kernelTime = kernelTime
    }
}

/// A change of an output, as it was made: ``LED`` and ``Relay`` return it for a record of changes.
public struct LineChange: Sendable, Hashable {
    /// The line, as it was asked for.
    public var line: String
    /// Whether it went on; with active-low that is a low voltage.
    public var isOn: Bool
    /// When, on the capture clock.
    public var at: Duration

    /// A change as something of your own that drives a line gives it.
    public init(line: String, isOn: Bool, at: Duration) {
        self.line = line
        self.isOn = isOn
        self.at = at
    }
}
