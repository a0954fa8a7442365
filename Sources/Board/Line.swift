/// A line that this program drives. It stays ours until `release()` or until the last reference is gone.
public protocol OutputLine: AnyObject {
    var identity: LineIdentity { get }

    /// Drives the line on or off; with active-low, on is a low voltage.
    ///
    /// - Parameter time: the moment on the capture clock, for those who keep a history. It delays nothing.
    /// - Throws: `BoardError.failed`; the level is then unknown.
    func set(_ isOn: Bool, at time: Duration) throws(BoardError)

    /// Gives the line back. *What the level is afterwards depends on the chip*: see `ReleaseBehaviour`.
    func release()
}

/// A line that this program listens to.
public protocol InputLine: AnyObject {
    var identity: LineIdentity { get }
    /// Readable when an edge waits; nil for a line that has to be looked at again at `nextDeadline`.
    var fileDescriptor: Int32? { get }
    /// Whether edges arrive debounced already.
    var isDebounced: Bool { get }
    /// When to call `edges(upTo:)` next even if the descriptor is silent; nil for never.
    var nextDeadline: Duration? { get }

    /// The level at `time`, which is now.
    func isActive(at time: Duration) throws(BoardError) -> Bool

    /// Takes the edges that have come in, oldest first; never waits.
    ///
    /// - Parameter now: this moment on the capture clock; edges are dated back from it.
    func edges(upTo now: Duration) throws(BoardError) -> [Edge]

    func release()
}

/// A change of an input.
public struct Edge: Sendable, Hashable {
    /// The level it went to.
    public var isActive: Bool
    /// When the contact moved, on the capture clock.
    public var at: Duration
    /// The kernel's stamp (CLOCK_MONOTONIC): of the interrupt, or of the end of the debounce time if the kernel
    /// debounces. Nil if nothing stamped it.
    public var kernelTime: Duration?

    public init(isActive: Bool, at: Duration, kernelTime: Duration? = nil) {
        self.isActive = isActive
        self.at = at
        self.kernelTime = kernelTime
    }
}

/// A change of an output, as it was made.
public struct LineChange: Sendable, Hashable {
    public var line: String
    public var isOn: Bool
    public var at: Duration

    public init(line: String, isOn: Bool, at: Duration) {
        self.line = line
        self.isOn = isOn
        self.at = at
    }
}
