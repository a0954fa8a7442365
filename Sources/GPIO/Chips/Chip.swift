/// A GPIO chip: one of this machine, as `Pinout.system` finds them, or a ``SimulatedChip``.
///
/// A chip and its lines belong to one thread at a time. The chip lives as long as any of its lines.
///
/// ```swift
/// for chip in pinout.chips {
///     for offset in 0..<chip.lineCount {
///         print("\(chip.label):\(offset)", try chip.info(at: offset).name ?? "")
///     }
/// }
/// ```
package protocol Chip: AnyObject {
    /// What the driver calls it, the same at every boot: `pinctrl-bcm2835`.
    var label: String { get }
    /// Its device, for people: `/dev/gpiochip0`. The number may change from boot to boot.
    var device: String { get }
    /// How many lines it has, free ones and held ones.
    var lineCount: Int { get }
    /// Whether the chip can debounce an input before its edges are seen.
    var debouncesInputs: Bool { get }

    /// The line as it is now, without taking it. `offset` is in `0 ..< lineCount`.
    ///
    /// - Throws: `failed` if the kernel does not tell.
    func info(at offset: Int) throws(GPIOError) -> LineInfo

    /// Who holds the line; nil while it is free. Its processes are looked for, as far as this user may, when they are asked for.
    ///
    /// - Throws: `failed` if the kernel does not tell.
    func holder(at offset: Int) throws(GPIOError) -> LineHolder?

    /// Takes the line as an output that has its level from the first moment.
    ///
    /// - Throws: `taken`, `notPermitted`, `failed`.
    func requestOutput(_ line: LineIdentity, _ request: OutputRequest) throws(GPIOError) -> any OutputLine

    /// Takes the line as an input.
    ///
    /// - Throws: `taken`, `notPermitted`, `noInterrupt` (only when edges are asked for), `failed`.
    func requestInput(_ line: LineIdentity, _ request: InputRequest) throws(GPIOError) -> any InputLine
}

/// What is known of a line without taking it.
///
/// ```swift
/// let (chip, line) = try pinout.locate("GPIO17")
/// print(try chip.info(at: line.offset).isOutput ? "output" : "input")
/// ```
package struct LineInfo: Sendable, Hashable {
    /// The kernel's name; nil if it has none.
    package var name: String?
    /// Whether it is an output now.
    package var isOutput: Bool
    /// Whether its holder asked for a low voltage to mean on.
    package var isActiveLow: Bool
    /// What its holder calls itself, which may be nothing; nil while the line is free.
    package var consumer: String?

    /// A line of a chip of the caller's own.
    package init(name: String?, isOutput: Bool = false, isActiveLow: Bool = false, consumer: String? = nil) {
        self.name = name
        self.isOutput = isOutput
        self.isActiveLow = isActiveLow
        self.consumer = consumer
    }
}

/// How an output is asked for: direction and level in one request, so nothing flickers in between.
///
/// ``Pinout/output(_:isActiveLow:initially:consumer:)`` makes it for the chip that has the line:
///
/// ```swift
/// let (chip, line) = try pinout.locate("GPIO5")
/// let relay = try chip.requestOutput(line, OutputRequest(isActiveLow: true))
/// ```
package struct OutputRequest: Sendable, Hashable {
    /// A low voltage means on: most relay boards.
    package var isActiveLow: Bool
    /// Whether the line is on from the first moment.
    package var isOnInitially: Bool
    /// What the line shows as its holder; at most 31 bytes are kept.
    package var consumer: String

    /// By default a line that is off at first, and high when it is on.
    package init(isActiveLow: Bool = false, isOnInitially: Bool = false, consumer: String = "earshot") {
        self.isActiveLow = isActiveLow
        self.isOnInitially = isOnInitially
        self.consumer = consumer
    }
}

/// How an input is asked for.
///
/// ``Pinout/input(_:isActiveLow:pull:debounce:consumer:)`` makes it for the chip that has the line:
///
/// ```swift
/// let (chip, line) = try pinout.locate("GPIO27")
/// let contact = try chip.requestInput(line, InputRequest(isActiveLow: true, pull: .up))
/// ```
package struct InputRequest: Sendable, Hashable {
    /// A low voltage means active: a contact to ground.
    package var isActiveLow: Bool
    /// The resistor that gives the line its level while nothing else does.
    package var pull: Pull
    /// How long the line must be still before the chip reports a change, if the chip can; else software does.
    package var debounce: Duration
    /// Whether edges are reported, which takes an interrupt; without them the level can be read, and nothing else.
    package var wantsEdges: Bool
    /// What the line shows as its holder; at most 31 bytes are kept.
    package var consumer: String

    /// By default a line that reports its edges, active when it is high, with the resistor it has now.
    package init(
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

/// The resistor inside the chip that gives an unconnected input a level: `pull` of a button in a configuration, and of an
/// `InputRequest`.
public enum Pull: String, Sendable, Hashable, CaseIterable {
    /// Whatever is set now.
    case asIs = "as-is"
    /// No resistor: what is connected gives the level, and an open contact none at all.
    case none
    /// Towards the supply: an open contact reads high.
    case up
    /// Towards ground: an open contact reads low.
    case down
}
