/// Turns the edges of a bouncing contact into clean changes, where the kernel does not.
///
/// The first edge counts at once: a press is not late by the debounce time, as it is when the kernel waits for
/// the line to be still. From then on the contact may bounce; only when it has been still for `period` is its level
/// looked at again, and if it differs the change is reported, dated to the last edge. So no press is lost,
/// however short, and the level is never wrong for longer than `period`, even if edges were.
///
/// For a switch, of which nothing hangs on the moment, a change may wait until the contact has been still: then a spike on the wire
/// is none, and every change is late by `period`.
struct Debouncer {
    let period: Duration
    let waitsForStillness: Bool
    /// The level last reported.
    private(set) var isActive: Bool

    private var settling: (lastEdge: Duration, kernelTime: Duration?)?

    init(period: Duration, waitsForStillness: Bool = false, isActive: Bool) {
        self.period = period
        self.waitsForStillness = waitsForStillness && period > .zero
        self.isActive = isActive
    }

    /// When the contact will have been still long enough; look at the level then.
    var deadline: Duration? { settling.map { $0.lastEdge + period } }

    /// Takes an edge; returns the change if it counts at once.
    mutating func accept(_ edge: Edge) -> Edge? {
        defer { settling = period > .zero ? (edge.at, edge.kernelTime) : nil }
        guard !waitsForStillness, settling == nil, edge.isActive != isActive else { return nil }
        isActive = edge.isActive
        return edge
    }

    /// Says what level the line has, once `deadline` has passed; returns the change that the bounces hid.
    mutating func settle(isActive level: Bool) -> Edge? {
        guard let last = settling else { return nil }
        settling = nil
        guard level != isActive else { return nil }
        isActive = level
        return Edge(isActive: level, at: last.lastEdge, kernelTime: last.kernelTime)
    }
}
