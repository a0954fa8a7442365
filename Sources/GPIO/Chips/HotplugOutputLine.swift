/// An output of a chip that may be unplugged or begin anew: it is taken once more when the chip is back, at the level that it is set to
/// then.
///
/// To the kernel a chip that is back is another one, and what was requested of the one before fails for good. Until the line is there
/// again, it says what it said first, or why it is not to be had although its chip is back.
final class HotplugOutputLine: OutputLine {
    /// A line that was requested, and the chip that has it.
    typealias Taken = (line: any OutputLine, chip: any Chip)

    private var taken: Taken
    private let take: (_ isOn: Bool) throws(GPIOError) -> Taken
    private var loss: ChipLoss?

    /// - Parameter take: finds the line, and requests it at a level.
    init(_ taken: Taken, takenBy take: @escaping (_ isOn: Bool) throws(GPIOError) -> Taken) {
        self.taken = taken
        self.take = take
    }

    var identity: LineIdentity { taken.line.identity }

    func set(_ isOn: Bool, at time: Duration) throws(GPIOError) {
        if loss == nil {
            do throws(GPIOError) {
                return try taken.line.set(isOn, at: time)
            } catch {
                loss = ChipLoss(error, at: time)
                if loss == nil { throw error }
            }
        }
        try takeAgainIfLost(isOn, at: time)
    }

    private func takeAgainIfLost(_ isOn: Bool, at time: Duration) throws(GPIOError) {
        let again = try loss?.takeAgain(identity, "driven", at: time) { () throws(GPIOError) -> Taken in
            taken.line.release()
            return try take(isOn)
        }
        guard let again else { return }
        taken = again
        loss = nil
    }

    /// Asks the kernel whether the chip is there, which takes nothing on its bus: a chip that is gone says so at the next setting
    /// only.
    func askForChip(at time: Duration) throws(GPIOError) {
        if let loss { throw loss.error }
        do throws(GPIOError) {
            _ = try taken.chip.info(at: identity.offset)
        } catch {
            guard case .failed(_, _, let code) = error, error.isOfLostChip else { return }
            let lost = GPIOError.failed(identity, .drive, errno: code)
            loss = ChipLoss(lost, at: time)
            throw lost
        }
    }

    func release() {
        taken.line.release()
        loss = nil
    }
}

extension OutputLine {
    /// Looks whether the line is still driven: its chip may have been unplugged, or have begun anew.
    ///
    /// - Parameter now: this moment, as `set` has it.
    /// - Throws: `GPIOError.failed`; the next `set` takes the line again if it is back.
    package func check(at now: Duration) throws(GPIOError) {
        try (self as? HotplugOutputLine)?.askForChip(at: now)
    }

    /// Likewise, for a component on the line, which does not know its level any more where it is not driven.
    func check(at now: Duration, forgetting isOn: inout Bool?) throws(GPIOError) {
        do throws(GPIOError) {
            try check(at: now)
        } catch {
            isOn = nil
            throw error
        }
    }
}
