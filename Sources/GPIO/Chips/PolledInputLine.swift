/// An input without an interrupt, looked at every few milliseconds.
///
/// A press shorter than `interval` may be missed; that is why it is the fallback only.
final class PolledInputLine: InputLine {
    /// Long enough to cost next to nothing (200 reads a second), shorter than any press of a finger.
    static let interval = Duration.milliseconds(5)

    private let line: any InputLine
    private var lastLevel: Bool?
    private var nextLook = Duration.zero

    init(_ line: any InputLine) { self.line = line }

    var identity: LineIdentity { line.identity }
    var fileDescriptor: Int32? { nil }
    var isDebounced: Bool { false }
    var nextDeadline: Duration? { nextLook }

    func isActive(at time: Duration) throws(GPIOError) -> Bool {
        let level = try line.isActive(at: time)
        // The caller knows this level; only a later change is an edge.
        if lastLevel == nil { lastLevel = level }
        return level
    }

    func edges(upTo now: Duration) throws(GPIOError) -> [Edge] {
        guard now >= nextLook else { return [] }
        nextLook = now + Self.interval
        let level = try line.isActive(at: now)
        defer { lastLevel = level }
        return level == (lastLevel ?? false) ? [] : [Edge(isActive: level, at: now)]
    }

    func release() { line.release() }
}
