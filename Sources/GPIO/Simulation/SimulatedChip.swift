import Glibc
import Synchronization

/// A chip in memory that keeps the newest history of its lines and plays whatever may happen to a real one.
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
    /// A level that an output was given, as ``history(of:)`` returns it.
    public struct Change: Sendable, Hashable {
        /// When, on the capture clock: the newest time passed to any line of the chip.
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
        /// The line was released and its resistor took over.
        case release
    }

    public let label: String
    public let device = "simulated"
    public let lineCount: Int
    public let debouncesInputs: Bool
    /// What its outputs do when they are released: with `.unknown`, too, they keep their level.
    public let onRelease: ReleaseBehaviour

    private let names: [String]
    let state: Mutex<State>

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

    package func info(at offset: Int) throws(GPIOError) -> LineInfo {
        let info: LineInfo? = state.withLock { state in
            guard !state.isGone else { return nil }
            let line = state.lines[offset]
            return LineInfo(
                name: names[offset].isEmpty ? nil : names[offset], isOutput: line.isOutput,
                isActiveLow: line.isActiveLow, consumer: line.holder?.consumer)
        }
        guard let info else {
            let line = LineIdentity(name: "\(label):\(offset)", chip: label, offset: offset)
            throw .failed(line, .read, errno: ENODEV)
        }
        return info
    }

    package func holder(at offset: Int) throws(GPIOError) -> LineHolder? {
        state.withLock { $0.lines[offset].holder }
    }

    package func requestOutput(
        _ line: LineIdentity, _ request: OutputRequest
    ) throws(GPIOError) -> any OutputLine {
        try claim(line, consumer: request.consumer, isActiveLow: request.isActiveLow)
        state.withLock { state in
            state.lines[line.offset].isOutput = true
            let isHigh = request.isOnInitially != request.isActiveLow
            state.record(isHigh, .request, at: line.offset)
        }
        return SimulatedOutputLine(line, of: self)
    }

    package func requestInput(
        _ line: LineIdentity, _ request: InputRequest
    ) throws(GPIOError) -> any InputLine {
        let hasInterrupt = state.withLock { $0.lines[line.offset].hasInterrupt }
        guard hasInterrupt || !request.wantsEdges else { throw .noInterrupt(line) }
        let signal = request.wantsEdges ? try EdgeSignal(of: line) : nil
        try claim(line, consumer: request.consumer, isActiveLow: request.isActiveLow)
        let isDebounced = debouncesInputs && request.wantsEdges && request.debounce > .zero
        state.withLock { state in
            state.lines[line.offset].isOutput = false
            state.lines[line.offset].debounce = isDebounced ? request.debounce : .zero
            state.lines[line.offset].signal = signal
        }
        return SimulatedInputLine(line, of: self, isDebounced: isDebounced)
    }

    private func claim(_ line: LineIdentity, consumer: String, isActiveLow: Bool) throws(GPIOError) {
        let refusal: GPIOError? = state.withLock { state in
            if state.isGone { return .failed(line, .request, errno: ENODEV) }
            if state.isForbidden { return .notPermitted(device: device) }
            if let holder = state.lines[line.offset].holder { return .taken(line, by: holder) }
            state.lines[line.offset].holder = LineHolder(consumer: consumer)
            state.lines[line.offset].isActiveLow = isActiveLow
            return nil
        }
        if let refusal { throw refusal }
    }

    // MARK: - What its lines do

    func drive(_ line: LineIdentity, _ isOn: Bool, at time: Duration) throws(GPIOError) {
        let code: Int32? = state.withLock { state in
            state.now = max(state.now, time)
            if let code = state.lines[line.offset].writeError { return code }
            state.record(isOn != state.lines[line.offset].isActiveLow, .drive, at: line.offset)
            return nil
        }
        if let code { throw .failed(line, .drive, errno: code) }
    }

    func letGo(_ offset: Int) {
        state.withLock { state in
            if state.lines[offset].isOutput, onRelease == .becomesInput {
                state.lines[offset].isOutput = false
                state.record(state.lines[offset].isPulledUp, .release, at: offset)
            }
            state.lines[offset].holder = nil
            state.lines[offset].signal = nil
        }
    }

    func descriptor(of offset: Int) -> Int32? {
        state.withLock { $0.lines[offset].signal?.event.descriptor }
    }

    func nextEdge(of offset: Int) -> Duration? {
        state.withLock { state in
            state.lines[offset].contact.first.map { $0.at + state.lines[offset].debounce }
        }
    }

    func isClosed(_ offset: Int, at time: Duration) -> Bool {
        state.withLock { state in
            state.now = max(state.now, time)
            return state.lines[offset].contact.last { $0.at <= time }?.isClosed
                ?? state.lines[offset].isClosed
        }
    }

    func checkReading(_ line: LineIdentity) throws(GPIOError) {
        if let code = state.withLock({ $0.lines[line.offset].readError }) {
            throw .failed(line, .read, errno: code)
        }
    }

    func edges(of offset: Int, upTo now: Duration) -> [Edge] {
        state.withLock { state in
            state.now = max(state.now, now)
            let edges = state.lines[offset].takeEdges(upTo: now)
            state.lines[offset].signal?.event.drain()
            return edges
        }
    }

    // MARK: - Its contacts

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
            state.lines[offset].signal?.event.signal()
        }
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

    /// The place of a line that the chip has.
    func offset(of name: String) -> Int {
        guard let offset = names.firstIndex(of: name) else {
            preconditionFailure("the simulated chip has no line '\(name)'; it has \(names)")
        }
        return offset
    }
}
