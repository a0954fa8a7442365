import Glibc
import Synchronization

/// A chip in memory that keeps the newest history of its lines and plays whatever befalls a real one.
///
/// All times are on the capture clock, so a press can be arranged for a moment of a recording:
///
/// ```swift
/// let chip = SimulatedChip(lines: ["GPIO17", "GPIO27"])
/// let pinout = Pinout(chips: [chip])
/// chip.press("GPIO27", at: .seconds(1))
/// // whatever is to be tried runs on the pinout, and afterwards:
/// for change in chip.history(of: "GPIO17") { print(change.at, change.isHigh) }
/// ```
///
/// Any thread may press buttons and read histories; its lines belong to one thread, as any chip's do. To name a line that
/// the chip does not have is a mistake that stops the program.
public final class SimulatedChip: Chip, Sendable {
    /// A level that an output was given, as ``history(of:)`` tells it.
    public struct Change: Sendable, Hashable {
        /// When, on the capture clock: the newest time that any line of the chip was told.
        public var at: Duration
        /// The voltage: true is high, whatever the line's sense.
        public var isHigh: Bool
        /// What made it so.
        public var cause: Cause

        package init(at: Duration, isHigh: Bool, cause: Cause) {
            self.at = at
            self.isHigh = isHigh
            self.cause = cause
        }
    }

    /// What gave an output its level.
    public enum Cause: Sendable, Hashable {
        /// The request that made the line an output.
        case request
        /// Its holder set it, perhaps to the level that it had.
        case drive
        /// The line was let go and its resistor took over.
        case release
    }

    public let label: String
    public let device = "simulated"
    public let lineCount: Int
    public let debouncesInputs: Bool
    /// What its outputs do when they are released: with `.unknown`, too, they keep their level.
    public let onRelease: ReleaseBehaviour

    private let names: [String]
    private let state: Mutex<State>

    fileprivate struct State {
        var lines: [Line]
        var now = Duration.zero
        var isForbidden = false
    }

    fileprivate struct Line {
        var holder: LineHolder?
        var isActiveLow = false
        var isOutput = false
        var isHigh = false
        /// Whether its resistor, of the chip or on the board, pulls it up while nobody drives it.
        var isPulledUp = false
        var history: [Change] = []
        var writeError: Int32?
        var readError: Int32?
        var hasInterrupt = true
        /// What the contact does, by time.
        var contact: [(at: Duration, isClosed: Bool)] = []
        var isClosed = false
        var debounce = Duration.zero
        var wakeUp: WakePipe?
    }

    /// A chip whose lines are free inputs, with nothing connected.
    ///
    /// - Parameters:
    ///   - label: what the driver would call it.
    ///   - lines: the kernel's names, by offset; an empty one is a line without a name.
    ///   - onRelease: what a released output does.
    ///   - debounces: whether the chip debounces inputs, as libgpiod 2 offers and 1.6 does not.
    public init(
        label: String = "simulated", lines names: [String] = (0..<28).map { "GPIO\($0)" },
        onRelease: ReleaseBehaviour = .keepsLevel, debounces: Bool = false
    ) {
        self.label = label
        self.names = names
        self.onRelease = onRelease
        lineCount = names.count
        debouncesInputs = debounces
        state = Mutex(State(lines: Array(repeating: Line(), count: names.count)))
    }

    // MARK: - As a chip

    public func info(at offset: Int) throws(BoardError) -> LineInfo {
        state.withLock { state in
            let line = state.lines[offset]
            return LineInfo(
                name: names[offset].isEmpty ? nil : names[offset], isOutput: line.isOutput,
                isActiveLow: line.isActiveLow, consumer: line.holder?.consumer)
        }
    }

    public func requestOutput(
        _ line: LineIdentity, _ request: OutputRequest
    ) throws(BoardError) -> any OutputLine {
        try take(line, consumer: request.consumer, isActiveLow: request.isActiveLow)
        state.withLock { state in
            state.lines[line.offset].isOutput = true
            let isHigh = request.isOnInitially != request.isActiveLow
            state.record(isHigh, .request, at: line.offset)
        }
        return SimulatedOutputLine(line, of: self)
    }

    public func requestInput(
        _ line: LineIdentity, _ request: InputRequest
    ) throws(BoardError) -> any InputLine {
        let hasInterrupt = state.withLock { $0.lines[line.offset].hasInterrupt }
        guard hasInterrupt || !request.wantsEdges else { throw .noInterrupt(line) }
        try take(line, consumer: request.consumer, isActiveLow: request.isActiveLow)
        let isDebounced = debouncesInputs && request.wantsEdges && request.debounce > .zero
        state.withLock { state in
            state.lines[line.offset].isOutput = false
            state.lines[line.offset].debounce = isDebounced ? request.debounce : .zero
            if request.wantsEdges {
                state.lines[line.offset].wakeUp = WakePipe()
            }
        }
        return SimulatedInputLine(line, of: self, isDebounced: isDebounced)
    }

    private func take(_ line: LineIdentity, consumer: String, isActiveLow: Bool) throws(BoardError) {
        let refusal: BoardError? = state.withLock { state in
            if state.isForbidden { return .notPermitted(device: device) }
            if let holder = state.lines[line.offset].holder { return .taken(line, by: holder) }
            state.lines[line.offset].holder = LineHolder(consumer: consumer)
            state.lines[line.offset].isActiveLow = isActiveLow
            return nil
        }
        if let refusal { throw refusal }
    }

    // MARK: - What its lines do

    fileprivate func drive(_ line: LineIdentity, _ isOn: Bool, at time: Duration) throws(BoardError) {
        let code: Int32? = state.withLock { state in
            state.now = max(state.now, time)
            if let code = state.lines[line.offset].writeError { return code }
            state.record(isOn != state.lines[line.offset].isActiveLow, .drive, at: line.offset)
            return nil
        }
        if let code { throw .failed(line, .drive, errno: code) }
    }

    fileprivate func letGo(_ offset: Int) {
        state.withLock { state in
            if state.lines[offset].isOutput, onRelease == .becomesInput {
                state.lines[offset].isOutput = false
                state.record(state.lines[offset].isPulledUp, .release, at: offset)
            }
            state.lines[offset].holder = nil
            state.lines[offset].wakeUp = nil
        }
    }

    fileprivate func wakeUp(of offset: Int) -> Int32? {
        state.withLock { $0.lines[offset].wakeUp?.readEnd }
    }

    fileprivate func nextEdge(of offset: Int) -> Duration? {
        state.withLock { state in
            state.lines[offset].contact.first.map { $0.at + state.lines[offset].debounce }
        }
    }

    fileprivate func isClosed(_ offset: Int, at time: Duration) -> Bool {
        state.withLock { state in
            state.now = max(state.now, time)
            return state.lines[offset].contact.last { $0.at <= time }?.isClosed
                ?? state.lines[offset].isClosed
        }
    }

    fileprivate func checkReading(_ line: LineIdentity) throws(BoardError) {
        if let code = state.withLock({ $0.lines[line.offset].readError }) {
            throw .failed(line, .read, errno: code)
        }
    }

    fileprivate func edges(of offset: Int, upTo now: Duration) -> [Edge] {
        state.withLock { state in
            state.now = max(state.now, now)
            let edges = state.lines[offset].takeEdges(upTo: now)
            state.lines[offset].wakeUp?.drain()
            return edges
        }
    }

    // MARK: - What befalls it

    /// Closes a contact: the line becomes active, whatever its sense. `time` is on the capture clock and may be to come.
    public func press(_ name: String, at time: Duration) { move(name, isClosed: true, at: time) }

    /// Opens the contact again, at a time on the capture clock.
    public func release(_ name: String, at time: Duration) { move(name, isClosed: false, at: time) }

    private func move(_ name: String, isClosed: Bool, at time: Duration) {
        let offset = offset(of: name)
        state.withLock { state in
            let place = state.lines[offset].contact.firstIndex { $0.at > time }
            state.lines[offset].contact.insert(
                (time, isClosed), at: place ?? state.lines[offset].contact.endIndex)
            state.lines[offset].wakeUp?.signal()
        }
    }

    /// Has another program hold a line; nil lets it go.
    public func setHolder(_ holder: LineHolder?, of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].holder = holder }
    }

    /// Refuses every request with `notPermitted`, as for a user outside the group; false ends that.
    public func forbid(_ isForbidden: Bool = true) {
        state.withLock { $0.isForbidden = isForbidden }
    }

    /// Makes every write to a line fail with this errno: a light that cannot be lit. Nil mends it.
    public func failWrites(to name: String, errno code: Int32?) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].writeError = code }
    }

    /// Makes every reading of a line fail with this errno: an adapter that was unplugged. Nil mends it.
    public func failReads(of name: String, errno code: Int32?) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].readError = code }
    }

    /// Takes the interrupt away: a request for edges throws `noInterrupt`, and the line must be polled.
    public func removeInterrupt(of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].hasInterrupt = false }
    }

    /// Says which way the line's resistor pulls while nobody drives it.
    public func setPull(up isPulledUp: Bool, of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].isPulledUp = isPulledUp }
    }

    // MARK: - What it saw

    /// The levels an output was given, oldest first; also one that it had already. Of more than 4096 the oldest may be
    /// forgotten: a light blinks as long as an appliance runs.
    public func history(of name: String) -> [Change] {
        let offset = offset(of: name)
        return state.withLock { $0.lines[offset].history }
    }

    /// The voltage of a line now: true is high.
    public func isHigh(_ name: String) -> Bool {
        let offset = offset(of: name)
        return state.withLock { state in
            let line = state.lines[offset]
            return line.isOutput
                ? line.isHigh : line.holder == nil ? line.isPulledUp : line.isClosed != line.isActiveLow
        }
    }

    /// Who holds a line; nil while it is free.
    public func holder(of name: String) -> LineHolder? {
        let offset = offset(of: name)
        return state.withLock { $0.lines[offset].holder }
    }

    private func offset(of name: String) -> Int {
        guard let offset = names.firstIndex(of: name) else {
            preconditionFailure("the simulated chip has no line '\(name)'; it has \(names)")
        }
        return offset
    }
}

extension SimulatedChip.State {
    fileprivate mutating func record(_ isHigh: Bool, _ cause: SimulatedChip.Cause, at offset: Int) {
        lines[offset].isHigh = isHigh
        lines[offset].history.append(SimulatedChip.Change(at: now, isHigh: isHigh, cause: cause))
        // Many at once, since all others move up.
        if lines[offset].history.count == 2 * Self.historyKept {
            lines[offset].history.removeFirst(Self.historyKept)
        }
    }

    private static let historyKept = 4096
}

extension SimulatedChip.Line {
    /// What the kernel would have queued: at most 16 edges between two readings, the newest lost first.
    fileprivate mutating func takeEdges(upTo now: Duration) -> [Edge] {
        var edges: [Edge] = []
        while let (at, isClosed) = contact.first, at + debounce <= now {
            contact.removeFirst()
            // A kernel that debounces reports a level once it has lasted.
            let lasted = contact.first.map { $0.at - at >= debounce } ?? true
            guard lasted, isClosed != self.isClosed else { continue }
            self.isClosed = isClosed
            if edges.count < 16 { edges.append(Edge(isActive: isClosed, at: at)) }
        }
        return edges
    }
}

private final class SimulatedOutputLine: OutputLine {
    let identity: LineIdentity
    private var chip: SimulatedChip?

    init(_ identity: LineIdentity, of chip: SimulatedChip) {
        self.identity = identity
        self.chip = chip
    }

    deinit { release() }

    func set(_ isOn: Bool, at time: Duration) throws(BoardError) {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.drive(identity, isOn, at: time)
    }

    func release() {
        chip?.letGo(identity.offset)
        chip = nil
    }
}

private final class SimulatedInputLine: InputLine {
    let identity: LineIdentity
    let isDebounced: Bool
    private var chip: SimulatedChip?

    init(_ identity: LineIdentity, of chip: SimulatedChip, isDebounced: Bool) {
        self.identity = identity
        self.chip = chip
        self.isDebounced = isDebounced
    }

    deinit { release() }

    var fileDescriptor: Int32? { chip?.wakeUp(of: identity.offset) }
    var nextDeadline: Duration? { chip?.nextEdge(of: identity.offset) }

    func isActive(at time: Duration) throws(BoardError) -> Bool {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.checkReading(identity)
        return chip.isClosed(identity.offset, at: time)
    }

    func edges(upTo now: Duration) throws(BoardError) -> [Edge] {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.checkReading(identity)
        return chip.edges(of: identity.offset, upTo: now)
    }

    func release() {
        chip?.letGo(identity.offset)
        chip = nil
    }
}

/// What makes a simulated input's descriptor readable.
private final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
