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
    let error: GPIOError
    /// When the line is looked for next.
    private(set) var nextLook: Duration

    /// Nil for an error that has another reason.
    init?(_ error: GPIOError, at now: Duration) {
        guard error.isOfLostChip else { return nil }
        self.error = error
        nextLook = now + Self.pause
    }

    /// Whether the line is to be looked for now; if so, not again for a while.
    mutating func isDue(at now: Duration) -> Bool {
        guard nextLook <= now else { return false }
        nextLook = now + Self.pause
        return true
    }
}
