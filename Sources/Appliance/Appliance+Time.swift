import Platform

/// What happens although no sound comes: timers, buttons, patterns of lights, and what has been decoded meanwhile.
extension Appliance {
    /// Does everything that is due at the clock's time.
    func advance() {
        let now = clock.now
        pollButtons(at: now)
        answerRequests()
        endForgottenPress(at: now)
        finishReload()
        retrySocket()
        checkSilence(at: now)
        if let end = segmenter.recordingEnd, end <= now, machine.state == .recording { handle(.stop) }
        checkPrompts(at: now)
        if question?.isPressed(at: now) == true { answer(.yes) }
        if machine.state == .confirming, question?.hasExpired(at: now) == true { answer(.timedOut) }
        if fault.isDue(at: now) { retryLights(at: now) }
        showLights(at: now)
        note(devices.outputs.advance(to: outputTime))
        for text in reporter.sinks?.takeNews() ?? [] { emit(.warning(text)) }
        reporter.advance(to: now)
        metrics?.advance(to: now) { status }
    }

    /// What time it is for outputs, which rest, and are on for so long and no longer, by the machine's clock: a microphone that
    /// loses samples has longer seconds, and a stream that is piped in may stand still. Time for which the machine slept counts, so that
    /// what is on for too long is off once it wakes. Of a recording, in step with its frames.
    var outputTime: Duration {
        let isStream =
            if case .standardInput = input.source { !input.isHurried && !options.isInputWhole } else { false }
        return input.isLive || isStream ? clock.elapsed : clock.now
    }

    /// Proceeds once what is being said has died away.
    private func checkPrompts(at now: Duration) {
        let isQuiet = prompts.becameQuiet(at: now, isCaughtUp: input.isCaughtUp)
        if let failure = prompts.takeFailure() { emit(.warning(failure)) }
        if isQuiet { handle(.quiet) }
    }

    /// When something is to happen although no sound comes; nil when nothing is.
    var nextMoment: Duration? {
        let ahead = clock.now - outputTime
        var moments: [Duration?] = [
            devices.buttons.nextPress, devices.outputs.nextChange.map { $0 + ahead }, question?.nextMoment,
            segmenter.recordingEnd, prompts.nextDeadline,
        ]
        // Buttons, and lines that do not obey, never end by themselves; they count only while something else is to come.
        if moments.contains(where: { $0 != nil }) {
            moments += [devices.buttons.nextDeadline, devices.outputs.nextDeadline.map { $0 + ahead }]
        }
        return moments.earliest.map { max($0, clock.now) }
    }

    /// Whether what was said last is still being searched. A search that takes longer than any may is not waited for, when no
    /// more sound comes.
    var awaitsWords: Bool {
        guard let end = input.endedAt, machine.state == .deciding else { return false }
        let patience =
            WatchdogMonitor.longestThought + configuration.limits.longest * WatchdogMonitor.thoughtPerSecond
        return clock.present < end + patience
    }

    /// After the last frame: what was begun is brought to its end, in real time where the input was.
    func passTime(to moment: Duration, until stop: StopSignal) {
        if input.isHurried {
            clock.skip(to: moment)
        } else {
            while clock.now < moment, !stop.isRaised {
                wait(until: stop)
                clock.tick(upTo: moment)
                showLights(at: clock.now)
            }
        }
        advance()
    }

    /// Waits for sound, a result, a button or the signal, and 20 ms at most: patterns and timers move on meanwhile. Sound comes
    /// every 10 ms, so that a shorter wait would end without any nearly as often as with some, for nothing; unless a contact or an
    /// output falls due before.
    func wait(until stop: StopSignal) {
        var descriptors = [stop.descriptor] + segmenter.wakeDescriptors + devices.buttons.descriptors
        if let server { descriptors.append(server.descriptor) }
        // In quiet, sound is looked at when the time is up: to wake for each block of it would cost more than it does. So it is while
        // the microphone is muted.
        let awaitsSound = input.isHurried || machine.state != .muted && !segmenter.isResting
        if !input.hasEnded, awaitsSound { descriptors.append(input.feed.wakeDescriptor) }
        Descriptors.waitUntilReadable(descriptors, within: longestWait)
        receiveUpdates()
        segmenter.takeDetections()
    }

    private var longestWait: Duration {
        let due = [
            devices.buttons.nextDeadline.map { $0 - clock.now },
            devices.outputs.nextDeadline.map { $0 - outputTime },
        ]
        return due.compactMap { $0 }.reduce(.milliseconds(20)) { max(.zero, min($0, $1)) }
    }
}
