import GPIO

extension OutputController {
    /// Gives every output its safe level at once and holds it there, whatever was to come. What a fault leaves as it is still goes
    /// off when it was to.
    ///
    /// A fault ends with `resume(at:)`; the end of the appliance does not. Lines stay driven.
    func makeSafe(for occasion: SafetyOccasion = .exit, at time: Duration) -> [OutputReport] {
        now = max(now, time)
        if heldFor != .exit { heldFor = occasion }
        keepEnds(for: occasion)
        let levels = outputs.map { $0.safeLevel(for: occasion) }
        var reports: [OutputReport] = []
        for wanted in [false, true] {
            for i in outputs.indices where levels[i] == wanted {
                outputs[i].plan = nil
                if outputs[i].relay.isOn != wanted { reports += write(wanted, to: i, occasion.reason) }
            }
        }
        for i in outputs.indices where levels[i] == nil {
            // Outputs that are kept keep their end, but none is switched on any more.
            switch outputs[i].plan {
            case .on, .begin: outputs[i].plan = nil
            case .off, nil: break
            }
        }
        return reports
    }

    /// Gives up all sequences, but for the ends of outputs that stay as they are.
    func keepEnds(for occasion: SafetyOccasion) {
        let kept = Set(outputs.filter { $0.safeLevel(for: occasion) == nil }.map(\.options.name))
        giveUp({ _ in true }, keeping: kept.contains)
    }

    /// Takes commands again after a fault. Outputs stay as they are until the next command.
    func resume(at time: Duration) {
        now = max(now, time)
        if heldFor == .fault { heldFor = nil }
    }

    /// Switches a line that did not obey again: off, unless it is to be held on.
    func retry(_ i: Int) -> [OutputReport] {
        write(outputs[i].safeLevel(for: heldFor) ?? false, to: i, .recovery)
    }
}
