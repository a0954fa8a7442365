import Platform

/// All lines of a board: finds them by name and hands them out.
///
/// ```swift
/// let pinout = try Pinout.system(profile: .bare)
/// let lamp = LED(try pinout.output("GPIO17"))
/// let button = try Button(try pinout.input("GPIO27", isActiveLow: true, pull: .up), at: .zero)
/// ```
///
/// Lines of this machine outlive their chip: of an adapter that was unplugged and is back, an output is taken again by its next
/// setting, and an input by its next reading, a second after the failure at the earliest.
///
/// A pinout and everything it hands out belong to one thread at a time.
public final class Pinout {
    /// What is known of the board: which line `BOARD11` is, and how its chips behave.
    public let profile: BoardProfile
    /// The chips whose lines it hands out; on this machine in the order of their device files.
    package private(set) var chips: [any Chip]
    /// Device files this user may not open; a line that is not found elsewhere may be behind one of them.
    private var forbidden: [String]
    /// Finds the chips anew; nil where they stay as they are.
    private let look: (() throws(GPIOError) -> Pinout)?
    /// By which looks are counted; nil where each line has its own.
    private let clock: (any TimeSource)?
    private var lastLook: Duration?

    /// A look opens every chip, and serves all lines that are missing. Each of them asks once a second, so this is a little less.
    private static let lookPause = Duration.milliseconds(900)

    /// A pinout of chips that one has: simulated ones, or some that another library speaks to.
    ///
    /// - Parameters:
    ///   - forbidden: device files that may not be opened.
    ///   - clock: by which all lines together have the chips looked for once a second at most; nil for no limit.
    ///   - look: finds the chips as they are by then, where some may go and come.
    package init(
        chips: [any Chip], profile: BoardProfile = .bare, forbidden: [String] = [],
        clock: (any TimeSource)? = nil, _ look: (() throws(GPIOError) -> Pinout)? = nil
    ) {
        self.chips = chips
        self.profile = profile
        self.forbidden = forbidden
        self.clock = clock
        self.look = look
    }

    /// The chips of this machine.
    ///
    /// - Throws: `noChip` where there is none, `notPermitted` where this user may open none, `unreadableChip` where
    ///   none can be read. One usable chip is enough.
    public static func system(profile: BoardProfile = .bare) throws(GPIOError) -> Pinout {
        try system(profile: profile, devices: "/dev")
    }

    static func system(
        profile: BoardProfile, devices folder: String, clock: (any TimeSource)? = MonotonicClock()
    ) throws(GPIOError) -> Pinout {
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
        return Pinout(
            chips: chips, profile: profile, forbidden: forbidden, clock: clock
        ) { () throws(GPIOError) in
            try Pinout.system(profile: profile, devices: folder)
        }
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

    /// Whether chips may go and come.
    package var mayChange: Bool { look != nil }

    /// Has `take` look for a line, and once more among the chips as they are by now where it is not to be had.
    private func lookingAgain<Line>(
        _ take: () throws(GPIOError) -> Line
    ) throws(GPIOError) -> Line {
        do throws(GPIOError) {
            return try take()
        } catch {
            guard let look else { throw error }
            if case .taken = error { throw error }
            if let now = clock?.now {
                if let lastLook, now < lastLook + Self.lookPause { throw error }
                lastLook = now
            }
            do throws(GPIOError) {
                let now = try look()
                (chips, forbidden) = (now.chips, now.forbidden)
            } catch {
                (chips, forbidden) = ([], [])
                throw error
            }
            return try take()
        }
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
        let take = { [self] (isOn: Bool) throws(GPIOError) -> HotplugOutputLine.Taken in
            try lookingAgain { () throws(GPIOError) -> HotplugOutputLine.Taken in
                let (chip, line) = try locate(name)
                let request = OutputRequest(isActiveLow: isActiveLow, isOnInitially: isOn, consumer: consumer)
                return (line: try chip.requestOutput(line, request), chip: chip)
            }
        }
        let taken = try take(isOn)
        guard mayChange else { return taken.line }
        return HotplugOutputLine(taken, takenBy: take)
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
        let request = InputRequest(
            isActiveLow: isActiveLow, pull: pull, debounce: debounce, wantsEdges: true, consumer: consumer)
        let take = { [self] () throws(GPIOError) -> any InputLine in
            try lookingAgain { () throws(GPIOError) -> any InputLine in
                let (chip, line) = try locate(name)
                return try Self.input(line, of: chip, request)
            }
        }
        let line = try take()
        guard mayChange else { return line }
        return HotplugInputLine(line, takenBy: take)
    }

    private static func input(
        _ line: LineIdentity, of chip: any Chip, _ request: InputRequest
    ) throws(GPIOError) -> any InputLine {
        do throws(GPIOError) {
            return try chip.requestInput(line, request)
        } catch {
            guard case .noInterrupt = error else { throw error }
            var request = request
            request.wantsEdges = false
            let polled = PolledInputLine(try chip.requestInput(line, request))
            Log.notice(
                "\(line) has no interrupt; looking every 5 ms, so presses shorter than that may be missed",
                from: "board")
            return polled
        }
    }
}
