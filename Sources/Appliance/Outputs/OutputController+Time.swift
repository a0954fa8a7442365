import GPIO

extension OutputController {
    /// How often it is looked whether lines are still driven.
    private static let checkInterval = Duration.seconds(1)

    /// Does everything that is due.
    func advance(to time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports = checkLines()
        // Switching off first frees the interlock for what goes on.
        // One at a time: each may take a second to say that it does not obey.
        let broken = outputs.indices.filter { outputs[$0].retryAt.map { $0 <= now } ?? false }
        if let first = broken.min(by: { outputs[$0].retryAt! < outputs[$1].retryAt! }) {
            reports += retry(first)
        }
        releaseLeft()
        for i in outputs.indices {
            if let limit = outputs[i].maxOnDeadline, limit <= now {
                reports += write(false, to: i, .maxOn)
            } else if case .off(let time, let reason)? = outputs[i].plan, time <= now {
                reports += write(false, to: i, reason)
            }
        }
        for i in outputs.indices {
            if case .on(let time, let span, let cause)? = outputs[i].plan, time <= now {
                outputs[i].plan = nil
                reports += turnOn(i, lasting: span, for: cause, isPlanned: true)
            } else if case .begin? = outputs[i].plan, outputs[i].rested <= now {
                reports += write(true, to: i, .initial)
            }
        }
        while let next = sequences.enumerated().min(by: { $0.element.resumesAt < $1.element.resumesAt }),
            next.element.resumesAt <= now
        {
            let sequence = sequences.remove(at: next.offset)
            reports += run(sequence)
        }
        return reports
    }

    /// A chip that was unplugged, or began anew, drives nothing, and would say so at the next command only.
    private func checkLines() -> [OutputReport] {
        guard nextCheck <= now else { return [] }
        nextCheck = now + Self.checkInterval
        history?.followClock()
        var reports: [OutputReport] = []
        for i in outputs.indices where outputs[i].relay.isOn != nil {
            do throws(GPIOError) {
                try outputs[i].relay.check(at: now)
            } catch {
                reports += failed(i, error)
            }
        }
        return reports
    }
}
