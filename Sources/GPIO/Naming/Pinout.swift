import Platform

/// All lines of a board: finds them by name and hands them out.
///
/// ```swift
/// let pinout = try Pinout.system(profile: .bare)
/// let lamp = LED(try pinout.output("GPIO17"))
/// let button = try Button(try pinout.input("GPIO27", isActiveLow: true, pull: .up), at: .zero)
/// ```
///
/// A pinout and everything it hands out belong to one thread at a time.
public final class Pinout {
    /// What is known of the board: which line `BOARD11` is, and how its chips behave.
    public let profile: BoardProfile
    /// The chips whose lines it hands out; on this machine in the order of their device files.
    package let chips: [any Chip]
    /// Device files this user may not open; a line that is not found elsewhere may be behind one of them.
    private let forbidden: [String]

    /// A pinout of chips that one has: simulated ones, or some that another library speaks to.
    package init(chips: [any Chip], profile: BoardProfile = .bare) {
        self.chips = chips
        self.profile = profile
        forbidden = []
    }

    private init(chips: [any Chip], profile: BoardProfile, forbidden: [String]) {
        self.chips = chips
        self.profile = profile
        self.forbidden = forbidden
    }

    /// The chips of this machine.
    ///
    /// - Throws: `noChip` where there is none, `notPermitted` where this user may open none, `unreadableChip` where
    ///   none can be read. One usable chip is enough.
    public static func system(profile: BoardProfile = .bare) throws(GPIOError) -> Pinout {
        try system(profile: profile, devices: "/dev")
    }

    static func system(profile: BoardProfile, devices folder: String) throws(GPIOError) -> Pinout {
        var chips: [SystemChip] = []
        var forbidden: [String] = []
        var unreadable: GPIOError?
        for name in SystemFiles.names(in: folder).filter({ $0.hasPrefix("gpiochip") }) {
            let device = "\(folder)/\(name)"
            do throws(GPIOError) {
                let chip = try SystemChip(device: device)
                if !chips.contains(where: { $0.kernelName == chip.kernelName }) { chips.append(chip) }
            } catch {
                if case .notPermitted = error { forbidden.append(device) } else { unreadable = error }
            }
        }
        if chips.isEmpty {
            if let device = forbidden.first { throw .notPermitted(device: device) }
            throw unreadable ?? .noChip
        }
        return Pinout(chips: chips, profile: profile, forbidden: forbidden)
    }

    /// A board that exists in memory only: one chip with the label and lines of the profile's first, or GPIO0 to
    /// GPIO27 if it has none. `simulatedChip` presses its buttons and keeps its history.
    public static func simulated(profile: BoardProfile = .bare) -> Pinout {
        let known = profile.chips.first
        let prefix = known?.linePrefix ?? "GPIO"
        let names = Set(profile.header.values).union(
            (0..<(known?.lineCount ?? 28)).map { "\(prefix)\($0)" })
        let chip = SimulatedChip(
            label: known?.label ?? "simulated", lines: names.sorted { ($0.count, $0) < ($1.count, $1) },
            onRelease: known?.onRelease ?? .keepsLevel)
        return Pinout(chips: [chip], profile: profile)
    }

    func throwIfForbidden() throws(GPIOError) {
        if let device = forbidden.first { throw .notPermitted(device: device) }
    }

    /// The first simulated chip, if there is one.
    public var simulatedChip: SimulatedChip? { chips.lazy.compactMap { $0 as? SimulatedChip }.first }

    /// Takes a line as an output that has its level from the first moment.
    ///
    /// - Throws: what `locate` throws; `taken`, `notPermitted` or `failed` if the line cannot be opened.
    public func output(
        _ name: LineName, isActiveLow: Bool = false, initially isOn: Bool = false,
        consumer: String = "earshot"
    ) throws(GPIOError) -> any OutputLine {
        let (chip, line) = try locate(name)
        let request = OutputRequest(isActiveLow: isActiveLow, isOnInitially: isOn, consumer: consumer)
        return try chip.requestOutput(line, request)
    }

    /// Takes a line as an input that reports its edges; by polling, and said in the log, where the chip has no
    /// interrupt for it.
    ///
    /// - Parameter debounce: asked of the chip, if it can: edges then come this late, and spikes not at all. Zero leaves
    ///   it to `Button`, for which the first edge counts.
    /// - Throws: what `locate` throws; `taken`, `notPermitted` or `failed` if the line cannot be opened.
    public func input(
        _ name: LineName, isActiveLow: Bool = false, pull: Pull = .asIs, debounce: Duration = .zero,
        consumer: String = "earshot"
    ) throws(GPIOError) -> any InputLine {
        let (chip, line) = try locate(name)
        var request = InputRequest(
            isActiveLow: isActiveLow, pull: pull, debounce: debounce, wantsEdges: true, consumer: consumer)
        do throws(GPIOError) {
            return try chip.requestInput(line, request)
        } catch {
            guard case .noInterrupt = error else { throw error }
            Log.notice(
                "\(line) has no interrupt; looking every 5 ms, so presses shorter than that may be missed",
                from: "board")
            request.wantsEdges = false
            return PolledInputLine(try chip.requestInput(line, request))
        }
    }
}
