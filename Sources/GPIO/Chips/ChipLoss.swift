import Platform

/// That the chip of a line is gone, and when the line is looked for next; pure.
///
/// ```swift
/// var loss = ChipLoss(error, at: now)     // nil where the chip is still there
/// line = try loss?.takeAgain(identity, "read", at: later) { … } ?? line
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
    private mutating func isDue(at now: Duration) -> Bool {
        guard nextLook <= now else { return false }
        nextLook = now + Self.pause
        return true
    }

    /// Takes the line again, if it is time to look for it.
    ///
    /// - Parameters:
    ///   - line: as it was.
    ///   - use: what it is when all is well: "read", "driven".
    ///   - take: lets go of it, as the chip may be there all the same and have it taken by this; then finds and requests it.
    /// - Throws: why there is no line.
    mutating func takeAgain<Taken>(
        _ line: LineIdentity, _ use: String, at now: Duration, _ take: () throws(GPIOError) -> Taken
    ) throws(GPIOError) -> Taken {
        guard isDue(at: now) else { throw error }
        let taken: Taken
        do throws(GPIOError) {
            taken = try take()
        } catch {
            if let obstacle = noteObstacle(error) {
                Log.warning("\(line) is not \(use), though its chip is back: \(obstacle)", from: "board")
            }
            throw self.error
        }
        Log.notice("the chip of \(line) is back, and the line is \(use) again", from: "board")
        return taken
    }

    /// The line was looked for in vain.
    ///
    /// - Returns: the reason, where it is a new one and another than that the chip is gone.
    private mutating func noteObstacle(_ error: GPIOError) -> GPIOError? {
        let before = obstacle
        obstacle = error.isOfLostChip || error.isOfAbsentLine ? nil : error
        return obstacle == before ? nil : obstacle
    }
}
