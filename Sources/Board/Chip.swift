/// A GPIO chip: of this machine (`SystemChip`) or simulated (`SimulatedChip`).
///
/// A chip and its lines belong to one thread at a time. The chip lives as long as any of its lines.
public protocol Chip: AnyObject {
    /// What the driver calls it, the same at every boot: `pinctrl-bcm2835`.
    var label: String { get }
    /// Its device, for people: `/dev/gpiochip0`. The number may change from boot to boot.
    var device: String { get }
    var lineCount: Int { get }
    /// Whether the chip can debounce an input before its edges are seen.
    var debouncesInputs: Bool { get }

    /// The line as it is now. `offset` is in `0 ..< lineCount`.
    func info(at offset: Int) throws(BoardError) -> LineInfo

    /// Takes the line as an output that has its level from the first moment.
    ///
    /// - Throws: `taken`, `notPermitted`, `failed`.
    func requestOutput(_ line: LineIdentity, _ request: OutputRequest) throws(BoardError) -> any OutputLine

    /// Takes the line as an input.
    ///
    /// - Throws: `taken`, `notPermitted`, `noInterrupt` (only when edges are asked for), `failed`.
    func requestInput(_ line: LineIdentity, _ request: InputRequest) throws(BoardError) -> any InputLine
}

/// What is known of a line without taking it.
public struct LineInfo: Sendable, Hashable {
    /// The kernel's name; nil if it has none.
    public var name: String?
    public var isOutput: Bool
    public var isActiveLow: Bool
    /// Who holds it, or nil while it is free.
    public var consumer: String?

    public init(name: String?, isOutput: Bool = false, isActiveLow: Bool = false, consumer: String? = nil) {
        self.name = name
        self.isOutput = isOutput
        self.isActiveLow = isActiveLow
        self.consumer = consumer
    }

    public var isUsed: Bool { consumer != nil }
}

/// How an output is asked for: direction and level in one request, so nothing flickers in between.
public struct OutputRequest: Sendable, Hashable {
    /// A low voltage means on: most relay boards.
    public var isActiveLow: Bool
    public var isOnInitially: Bool
    /// What the line shows as its holder; at most 31 bytes are kept.
    public var consumer: String

    public init(isActiveLow: Bool = false, isOnInitially: Bool = false, consumer: String = "earshot") {
        self.isActiveLow = isActiveLow
        self.isOnInitially = isOnInitially
        self.consumer = consumer
    }
}

/// How an input is asked for.
public struct InputRequest: Sendable, Hashable {
    public var isActiveLow: Bool
    public var pull: Pull
    /// How long the line must be still before the chip reports a change, if the chip can; else software does.
    public var debounce: Duration
    public var wantsEdges: Bool
    public var consumer: String

    public init(
        isActiveLow: Bool = false, pull: Pull = .asIs, debounce: Duration = .zero, wantsEdges: Bool = true,
        consumer: String = "earshot"
    ) {
        self.isActiveLow = isActiveLow
        self.pull = pull
        self.debounce = debounce
        self.wantsEdges = wantsEdges
        self.consumer = consumer
    }
}

/// The resistor inside the chip that gives an unconnected input a level.
public enum Pull: String, Sendable, Hashable, CaseIterable {
    /// Whatever is set now.
    case asIs = "as-is"
    case none, up, down
}
