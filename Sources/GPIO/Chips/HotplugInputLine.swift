/// An input of a chip that may be unplugged or begin anew: it is taken once more when the chip is back.
///
/// To the kernel a chip that is back is another one, and what was requested of the one before fails for good. What moved meanwhile
/// shows in the level alone.
final class HotplugInputLine: InputLine {
    private var line: any InputLine
    private let take: () throws(GPIOError) -> any InputLine
    private var loss: ChipLoss?

    /// - Parameter take: finds the line, and requests it.
    init(_ line: any InputLine, takenBy take: @escaping () throws(GPIOError) -> any InputLine) {
        self.line = line
        self.take = take
    }

    var identity: LineIdentity { line.identity }
    /// A dead descriptor would be ready for ever.
    var fileDescriptor: Int32? { loss == nil ? line.fileDescriptor : nil }
    var isDebounced: Bool { line.isDebounced }
    var nextDeadline: Duration? { loss?.nextLook ?? line.nextDeadline }

    func isActive(at time: Duration) throws(GPIOError) -> Bool {
        try takeAgainIfLost(at: time)
        do throws(GPIOError) {
            return try line.isActive(at: time)
        } catch {
            lost(error, at: time)
            throw error
        }
    }

    func edges(upTo now: Duration) throws(GPIOError) -> [Edge] {
        try takeAgainIfLost(at: now)
        do throws(GPIOError) {
            return try line.edges(upTo: now)
        } catch {
            lost(error, at: now)
            throw error
        }
    }

    /// Whoever reads has to know that moves were missed, also where the chip is back already.
    private func lost(_ error: GPIOError, at time: Duration) {
        loss = ChipLoss(error, at: time)
        try? takeAgainIfLost(at: time)
    }

    private func takeAgainIfLost(at time: Duration) throws(GPIOError) {
        let again = try loss?.takeAgain(identity, "read", at: time) {
            () throws(GPIOError) -> any InputLine in
            line.release()
            return try take()
        }
        guard let again else { return }
        line = again
        loss = nil
    }

    func release() {
        line.release()
        loss = nil
    }
}
