/// That the chip of a line is gone, and when the line is looked for next; pure.
///
/// ```swift
/// var loss = ChipLoss(error, at: now)     // nil where the chip is still there
/// if loss?.isDue(at: later) == true { … }
/// ```
struct ChipLoss {
    /// Soon enough for outputs that nobody drives meanwhile; a look asks the kernel for every line of every chip.
    static let pause = Duration.seconds(1)

    /// What the line said.
    private let gone: GPIOError
    /// Why the line was not to be had although its chip is back.
    private var obstacle: GPIOError?
    /// When the line is looked for next: at first at once, as the chip may be back already.
    private(set) var nextLook: Duration

    /// Nil for an error that has another reason.
    init?(_ error: GPIOError, at now: Duration) {
        guard error.isOfLostChip else { return nil }
        gone = error
        nextLook = now
    }

    /// Why there is no line.
    var error: GPIOError { obstacle ?? gone }

    /// Whether the line is to be looked for now; if so, not again for a while.
    mutating func isDue(at now: Duration) -> Bool {
        guard nextLook <= now else { return false }
        nextLook = now + Self.pause
        return true
    }

    /// The line was looked for in vain.
    ///
    /// - Returns: the reason, where it is a new one and another than that the chip is gone.
    mutating func noteObstacle(_ error: GPIOError) -> GPIOError? {
        let before = obstacle
        obstacle = error.isOfLostChip || error.isOfAbsentLine ? nil : error
        return obstacle == before ? nil : obstacle
    }
}
