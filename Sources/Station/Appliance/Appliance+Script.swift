import Capture

/// What a script makes happen to the board and the microphone.
extension Appliance {
    /// Does what the script has up to now.
    func playScript(at now: Duration) {
        while let step = script.first, step.time <= now {
            script.removeFirst()
            perform(step, at: now)
        }
    }

    private func perform(_ step: BoardScript.Step, at now: Duration) {
        switch step.action {
        // As a kernel does: the edge bears its own time, however late it is looked at.
        case .press(let name): fittings.press(name, at: step.time)
        case .release(let name): fittings.release(name, at: step.time)
        case .unplug where unpluggedAt == nil:
            unpluggedAt = now
            take(.lost(.disconnected(name: source.name)))
        case .replug:
            guard let start = unpluggedAt else { break }
            unpluggedAt = nil
            emit(.gap(duration: now - start, reason: CaptureGap.Reason.disconnected.text, isExact: false))
            emit(.availability(true, source: source.name, reason: ""))
            handle(.microphone(present: true))
        case .unplug: break
        }
    }
}
