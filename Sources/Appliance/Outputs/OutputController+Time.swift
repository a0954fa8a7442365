extension OutputController {
    /// Does everything that is due.
    func advance(to time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports: [OutputReport] = []
        // Switching off first frees the interlock for what goes on.
        // One at a time: each may take a second to say that it does not obey.
        let broken = outputs.indices.filter { outputs[$0].retryAt.map { $0 <= now } ?? false }
        if let first = broken.min(by: { outputs[$0].retryAt! < outputs[$1].retryAt! }) {
            reports += retry(first)
        }
        for i in outputs.indices {
            if let limit = outputs[i].maxOnDeadline, limit <= now {
                reports += write(false, to: i, .maxOn)
            } else if case .off(let time, let reason)? = outputs[i].plan, time <= now {
                reports += write(false, to: i, reason)
            }
        }
        for i in outputs.indices {
            guard case .on(let time, let span, let cause)? = outputs[i].plan, time <= now else { continue }
            outputs[i].plan = nil
            reports += turnOn(i, lasting: span, for: cause, isPlanned: true)
        }
        while let next = sequences.enumerated().min(by: { $0.element.resumesAt < $1.element.resumesAt }),
            next.element.resumesAt <= now
        {
            let sequence = sequences.remove(at: next.offset)
            reports += run(sequence)
        }
        return reports
    }
}
