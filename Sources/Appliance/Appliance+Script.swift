import Capture
import GPIO
import Platform

/// What a script, or a key in its place, makes happen to the board and the microphone.
extension Appliance {
    /// Does what the script has up to now.
    func playScript(at now: Duration) {
        while let step = script.first, step.time <= now {
            script.removeFirst()
            perform(step, at: now)
        }
    }

    /// A line was typed: adds to the script what it does to the talk button.
    func takeTalkKey(at now: Duration) {
        guard talkKey?.wasStruck() == true, script.isEmpty, let mode = configuration.buttons[.talk]?.mode
        else { return }
        let talk = ButtonName.talk.rawValue
        if talkKey?.isDown == true {
            script.append(BoardScript.Step(time: now, action: .release(talk)))
            talkKey?.turn()
        } else {
            script.append(BoardScript.Step(time: now, action: .press(talk)))
            if mode == .hold {
                talkKey?.turn()
            } else {
                script.append(BoardScript.Step(time: now + .milliseconds(100), action: .release(talk)))
            }
        }
    }

    private func perform(_ step: BoardScript.Step, at now: Duration) {
        switch step.action {
        // As a kernel does: the edge bears its own time, however late it is looked at.
        case .press(let name): devices.press(name, at: step.time)
        case .release(let name): devices.release(name, at: step.time)
        case .unplug where unpluggedAt == nil:
            unpluggedAt = now
            take(.lost(.disconnected(name: source.name)))
        case .replug:
            guard let start = unpluggedAt else { break }
            unpluggedAt = nil
            // As capture tells it.
            if let opened { take(.restored(device: opened.device, format: opened.format)) }
            let first = start.frames(at: Self.sampleRate)
            let missing = now.frames(at: Self.sampleRate) - first
            take(.gap(CaptureGap(at: first, frames: missing, reason: .disconnected, isExact: false)))
        case .unplug: break
        }
    }
}
