import GPIO

extension BoardDevices {
    /// What a new configuration has and the one before has not. A button that means something else may have the line of before.
    struct Opened {
        var outputs: [String: Relay] = [:]
        var lights: [Light: LED] = [:]
        var buttons: [ButtonName: Button] = [:]
    }

    /// Takes the lines that are new; those that stay are not touched.
    ///
    /// - Throws: what `Pinout` throws for the first line that cannot be opened; all that were are let go then.
    func open(
        _ new: ApplianceConfiguration, insteadOf old: ApplianceConfiguration, at now: Duration
    ) throws(GPIOError) -> Opened {
        var opened = Opened()
        for (light, options) in new.lights where old.lights[light] != options {
            opened.lights[light] = try options.open(on: pinout)
        }
        for (name, options) in new.buttons where old.buttons[name] != options {
            let same = try buttons.reread(
                name, options, insteadOf: old.buttons[name], speakingUpTo: new.limits.longest, at: now)
            opened.buttons[name] =
                if let same { same } else {
                    try ButtonPanel.open(
                        name, options, speakingUpTo: new.limits.longest, on: pinout, at: now)
                }
        }
        // Outputs last, and back off where one fails: on some chips what is let go of keeps its level.
        do throws(GPIOError) {
            for output in new.outputs
            where !old.outputs.contains(where: { $0.isSameOutput(as: output) }) && !outputs.isLeaving(output)
            {
                opened.outputs[output.name] = try outputs.openLine(of: output, on: pinout)
            }
        } catch {
            for output in new.outputs {
                _ = try? opened.outputs[output.name]?.set(output.isOnAtExit, at: now)
            }
            throw error
        }
        return opened
    }

    /// Goes on with these, and lets go of what the configuration has no more.
    ///
    /// - Parameters:
    ///   - lock: the right to drive the lines, where other ones are driven.
    ///   - outputTime: this moment as outputs count it.
    mutating func adopt(
        _ new: ApplianceConfiguration, _ opened: Opened, lock: OutputLock?, at now: Duration,
        outputTime: Duration
    ) -> [OutputReport] {
        lights.adopt(Set(new.lights.keys), opened.lights, at: now)
        buttons.adopt(new.buttons, opened.buttons, speakingUpTo: new.limits.longest, on: pinout)
        let reports = outputs.adopt(new.outputs, opened.outputs, at: outputTime)
        // Last: whatever ends it before leaves what it drove to the configuration of before.
        if let lock {
            lock.confirm()
            self.lock = lock
        }
        return reports
    }
}

extension OutputOptions {
    /// Whether this is the same output wired the same, by whatever rules.
    func isSameOutput(as other: OutputOptions) -> Bool {
        name == other.name && line == other.line && isActiveLow == other.isActiveLow
    }
}
