import GPIO

/// The rules for one output that is to go on or off.
extension OutputController {
    func turnOff(_ i: Int, for cause: String) -> [OutputReport] {
        outputs[i].plan = nil
        guard outputs[i].relay.isOn == true else { return [] }
        let earliest = outputs[i].since + outputs[i].options.minDwell
        guard earliest <= now else {
            outputs[i].plan = .off(at: earliest, .command(cause))
            return [
                .deferred(
                    OutputDeferral(
                        name: outputs[i].options.name, isOn: false, until: earliest, reason: .minDwell,
                        at: now))
            ]
        }
        return write(false, to: i, .command(cause))
    }

    /// - Parameter isPlanned: it has waited for others of its group to go off, which was taken back from what was to come for
    ///   them.
    func turnOn(
        _ i: Int, lasting span: Duration?, for cause: String, isPlanned: Bool = false
    ) -> [OutputReport] {
        let output = outputs[i]
        let options = output.options
        if let span, let refused = output.objection(to: span, at: now) {
            return [refusal(of: options.name, cause, refused)]
        }
        if output.relay.isOn == true {
            outputs[i].plan = span.map { .off(at: max(now + $0, output.since + options.minDwell), .timer) }
            return []
        }
        if let objection = objectionToGoingOn(i) { return [refusal(of: options.name, cause, objection)] }
        var reports: [OutputReport] = []
        if let objection = makeWay(for: i, isPlanned: isPlanned, &reports) {
            return reports + [refusal(of: options.name, cause, objection)]
        }
        let start =
            rivals(of: i)
            .map { outputs[$0].since + max(options.interlockGap, outputs[$0].options.interlockGap) }.max()
            ?? now
        guard start <= now else {
            outputs[i].plan = .on(at: start, lasting: span, cause: cause)
            return reports + [
                .deferred(
                    OutputDeferral(name: options.name, isOn: true, until: start, reason: .interlock, at: now))
            ]
        }
        reports += write(true, to: i, .command(cause))
        if let span, outputs[i].relay.isOn == true { outputs[i].plan = .off(at: now + span, .timer) }
        return reports
    }

    /// Why an output that is not on may not go on now.
    private func objectionToGoingOn(_ i: Int) -> OutputRefusal.Reason? {
        let output = outputs[i]
        let wait = output.rested - now
        guard wait <= .zero else { return output.wasSwitched ? .resting(wait) : .restingSinceStart(wait) }
        let others = rivals(of: i)
        let winner = others.first { outputs[$0].isToldOn }
        if output.options.interlockWins == .first, let winner {
            return .interlockWon(by: outputs[winner].options.name)
        }
        for j in others {
            if let objection = outputs[j].objectionToGoingOff(at: now) { return objection }
        }
        return nil
    }

    /// Switches the others of its group off.
    ///
    /// - Parameter reports: gets what that came to.
    /// - Returns: why it may not go on all the same: one of them does not obey.
    private func makeWay(
        for i: Int, isPlanned: Bool, _ reports: inout [OutputReport]
    ) -> OutputRefusal.Reason? {
        for j in rivals(of: i) {
            if !isPlanned || outputs[j].isToldOn { cancel(j) }
            guard outputs[j].relay.isOn == true else { continue }
            reports += write(false, to: j, .interlock(for: outputs[i].options.name))
            if outputs[j].relay.isOn == nil { return .interlocked(with: outputs[j].options.name, nil) }
        }
        return nil
    }

    /// The others of its group.
    func rivals(of i: Int) -> [Int] {
        guard let group = outputs[i].options.interlock else { return [] }
        return outputs.indices.filter { $0 != i && outputs[$0].options.interlock == group }
    }

    /// Takes back what was still to come for an output, which goes off or stays so.
    private func cancel(_ i: Int) {
        let name = outputs[i].options.name
        let isToldOn = outputs[i].isToldOn
        outputs[i].plan = nil
        giveUp({ isToldOn ? $0.touches(name) : $0.maySwitchOn(name) }, keeping: { $0 != name })
    }
}
