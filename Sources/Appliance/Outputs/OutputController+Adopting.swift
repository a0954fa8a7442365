import GPIO

extension OutputController {
    /// Goes on with the outputs of `options`, of which those of `opened` are new. The others keep their levels and times, and
    /// what is still to come for them; by new rules from now on. What is there no more goes to its level at exit, and its line
    /// is let go; one that does not obey is held until it does, or is taken back if `options` has it again.
    func adopt(_ options: [OutputOptions], _ opened: [String: Relay], at time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports: [OutputReport] = []
        let kept = Set(options.map(\.name)).subtracting(opened.keys)
        for options in options where kept.contains(options.name) { readopt(options) }
        for i in outputs.indices where outputs[i].isLeaving || !kept.contains(outputs[i].options.name) {
            reports += leave(i)
        }
        giveUp(
            { $0.rest.contains { $0.output.map { !kept.contains($0) } ?? false } }, keeping: kept.contains)
        let old = outputs
        outputs = options.compactMap { options in
            if let relay = opened[options.name] {
                return makeOutput(options, relay)
            }
            var output = old.first { $0.options.name == options.name && !$0.isLeaving }
            output?.options = options
            if !options.isOnInitially, output?.plan == .begin { output?.plan = nil }
            output?.keepOnForDwell()
            noteRules(of: options)
            return output
        }
        outputs += old.filter(\.isLeaving)
        releaseLeft()
        // Whatever was on when rules came that forbid it together goes off, for nobody has said which one is meant.
        for i in outputs.indices where outputs[i].relay.isOn == true {
            let others = rivals(of: i).filter { outputs[$0].relay.isOn == true }
            guard let first = others.first else { continue }
            reports += write(false, to: i, .interlock(for: outputs[first].options.name))
            for j in others { reports += write(false, to: j, .interlock(for: outputs[i].options.name)) }
        }
        return reports + holdSafe(new: Set(opened.keys))
    }

    /// Whether the line of this output is held since it left, and so is not to be opened when it is back.
    func isLeaving(_ options: OutputOptions) -> Bool {
        outputs.contains { $0.isLeaving && $0.options.isSameOutput(as: options) }
    }

    /// Has an output that was to leave stay, on the line that is held.
    private func readopt(_ options: OutputOptions) {
        let isThere = outputs.contains { !$0.isLeaving && $0.options.isSameOutput(as: options) }
        guard !isThere,
            let i = outputs.firstIndex(where: { $0.isLeaving && $0.options.isSameOutput(as: options) })
        else { return }
        // Meanwhile its name may have had another line, which leaves instead.
        for j in outputs.indices where outputs[j].options.name == options.name { outputs[j].isLeaving = true }
        outputs[i].isLeaving = false
    }

    /// An output that is there no more goes to its level at exit, and no other from now on.
    private func leave(_ i: Int) -> [OutputReport] {
        outputs[i].isLeaving = true
        return write(outputs[i].options.isOnAtExit, to: i, .exit)
    }

    /// Lets go of the lines of outputs that have left and obeyed: one that is let go of while it is on may stay on for ever.
    func releaseLeft() {
        outputs.removeAll { output in
            guard output.isLeaving, output.relay.isOn != nil else { return false }
            output.relay.line.release()
            return true
        }
    }

    /// Gives outputs the levels that new rules ask for while all are held safe.
    private func holdSafe(new: Set<String>) -> [OutputReport] {
        guard let heldFor else { return [] }
        keepEnds(for: heldFor)
        var reports: [OutputReport] = []
        for i in outputs.indices where !outputs[i].isLeaving {
            // One that is to be kept has the level that it has, and its times, unless its line was taken just now.
            let level =
                outputs[i].safeLevel(for: heldFor) ?? (new.contains(outputs[i].options.name) ? false : nil)
            guard let level else { continue }
            reports += write(level, to: i, heldFor.reason)
        }
        return reports
    }
}
