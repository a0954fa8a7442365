import GPIO

extension OutputController {
    /// Goes on with the outputs of `options`, of which those of `opened` are new. The others keep their levels and times, and
    /// what is still to come for them; by new rules from now on. What is there no more goes to its level at exit, and its line
    /// is let go.
    func adopt(_ options: [OutputOptions], _ opened: [String: Relay], at time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports: [OutputReport] = []
        let kept = Set(options.map(\.name)).subtracting(opened.keys)
        for i in outputs.indices where !kept.contains(outputs[i].options.name) {
            reports += write(outputs[i].options.isOnAtExit, to: i, .exit)
            outputs[i].relay.line.release()
        }
        giveUp(
            { $0.rest.contains { $0.output.map { !kept.contains($0) } ?? false } }, keeping: kept.contains)
        let old = outputs
        outputs = options.compactMap { options in
            if let relay = opened[options.name] {
                return taken(options, relay)
            }
            var output = old.first { $0.options.name == options.name }
            output?.options = options
            return output
        }
        // Whatever was on when rules came that forbid it together goes off, for nobody has said which one is meant.
        for i in outputs.indices where outputs[i].relay.isOn == true {
            let others = rivals(of: i).filter { outputs[$0].relay.isOn == true }
            guard let first = others.first else { continue }
            for j in [i] + others {
                reports += write(false, to: j, .interlock(for: outputs[first].options.name))
            }
        }
        if let heldFor {
            for i in outputs.indices where opened[outputs[i].options.name] != nil {
                let isOn =
                    heldFor == .exit ? outputs[i].options.isOnAtExit : outputs[i].options.atFault == .on
                reports += write(isOn, to: i, heldFor == .exit ? .exit : .fault)
            }
        }
        return reports
    }
}
