import Capture
import Interpretation
import Platform
import Utterance

/// From what capture delivers to what is heard.
extension Appliance {
    func receive(_ item: CaptureItem) {
        switch item {
        case .frames(let first, let samples):
            // What is due at the block's first frame happens before its sound is heard: a press at 0.50 s keeps the
            // frame at 0.50 s.
            let beginning = Duration.frames(first, at: Self.sampleRate)
            clock.blockBegins(at: beginning, hasFollowed: input.isLive && input.hasFollowed)
            service.heard()
            if input.isMissing { soundIsBack() }
            advance()
            input.cepstralMeans?.switchMicrophone(to: input.feed.microphone)
            reporter.summary.audio += .frames(UInt64(samples.count), at: Self.sampleRate)
            input.meter?(samples)
            recentLevel.add(samples)
            notePace(until: first + UInt64(samples.count))
            process(samples, first: first)
        case .gap(let gap):
            framePace.restart()
            emit(
                .gap(
                    duration: .frames(gap.frames, at: Self.sampleRate), reason: gap.reason.text,
                    isExact: gap.isExact))
            if segmenter.bridge(gap) == false { breakOff() }
            if unheard != nil { unheard = gap.at + gap.frames }
        case .event(let event):
            handle(event)
        case .end:
            if !options.isInputWhole, case .standardInput = input.source {
                lose(because: "the stream has ended")
            }
            if machine.state.mayHear {
                for event in segmenter.finish() { handle(event) }
                receiveUpdates()
            }
            input.end(at: clock.now)
            if machine.state == .recording { handle(.stop) }
            advance()
        }
    }

    private func notePace(until frame: UInt64) {
        guard input.isLive,
            let share = framePace.reached(.frames(frame, at: Self.sampleRate), at: clock.steady)
        else { return }
        emit(
            .warning(
                "the microphone gives \(Int((share * 100).rounded())) % of the sound that its rate promises, so little is understood; "
                    + "try another USB port or cable, or another 'rate:' under 'capture:'"))
    }

    private func process(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {
        guard machine.state.mayHear else {
            let end = first + UInt64(samples.count)
            if unheard == nil { stopHearing(at: end) }
            unheard = end
            clock.framesReached(.frames(end, at: Self.sampleRate))
            advance()
            return
        }
        let events = segmenter.process(samples, first: first)
        clock.blockEnds(at: .frames(first + UInt64(samples.count), at: Self.sampleRate))
        for event in events { handle(event) }
        receiveUpdates()
        // What rests has nothing to tell, and the next block begins at this moment.
        if !segmenter.isResting { advance() }
    }

    /// What was heard before may not come back as the pre-roll of what is said later, nor as the beginning of a command that goes on.
    private func stopHearing(at frame: UInt64) {
        segmenter.forget(before: frame)
        unfinished = nil
    }

    /// What comes next does not follow on what was heard before it was deaf, if it was.
    func hearAgain() {
        guard let unheard, machine.state.mayHear else { return }
        segmenter.forget(before: unheard)
        self.unheard = nil
    }

    private func handle(_ event: CaptureEvent) {
        switch event {
        case .opened(let device, let format), .restored(let device, let format):
            framePace.restart()
            silence.end()
            segmenter.forgetMicrophone()
            reporter.sampleRate = format.sampleRate
            returned(named: "\(input.isLive ? device : input.name), \(format)")
        case .lost(let error):
            if !input.isLive { recordingEnded(because: error) }
            silence.end()
            lose(because: "\(error)")
        case .muted(let control):
            reporter.soundProblem = "muted"
            emit(.warning("the mixer holds '\(control)' off or at zero; raise it with 'alsamixer'"))
        // Silence in a recording is what was recorded.
        case .silent where !input.isLive, .audible where !input.isLive: break
        case .silent:
            reporter.soundProblem = "silent"
            silence.begin(at: clock.now)
            emit(.warning("the microphone gives nothing but silence: is it muted, or its cable broken?"))
        case .clipping:
            reporter.soundProblem = "overdriven"
            emit(.warning("the microphone is overdriven; lower 'capture: volume', or step back"))
        case .audible:
            reporter.soundProblem = nil
            emit(.warning("the microphone sounds well again"))
            let wasAway = silence.isAway
            silence.end()
            if wasAway { returned(named: input.name) }
        }
    }

    /// A microphone that has been silent for longer than `silent_after` is as good as none, and the lights say so. A reload may allow
    /// it more.
    func checkSilence(at now: Duration) {
        guard machine.state != .muted, !input.isMissing else { return silence.pause(at: now) }
        switch silence.look(at: now, limit: configuration.silenceLimit) {
        case nil: break
        case true?:
            lose(
                because:
                    "it gives nothing but silence; see whether it is switched off, or its cable is broken",
                isAnnounced: false)
        case false?: returned(named: input.name)
        }
    }

    /// Looks whether sound stays away without a word: whatever captures it hangs. That counts as a lost microphone, so that what
    /// is on has its level at a fault, and the lights say so. Where a watchdog would end that, it ends in order before.
    ///
    /// - Returns: Why it is to end; nil if it goes on.
    func checkHearing() -> String? {
        guard input.isLive, !input.hasEnded else { return nil }
        switch service.look(searches: input.feed.counters?.searches) {
        case .well: return nil
        case .lost where input.isMissing: return nil
        case .lost(let standstill):
            input.isMissing = true
            lose(
                because:
                    "its driver \(standstill.inWords); plug it in again, or see the kernel's log with 'dmesg'",
                isAnnounced: false)
            return nil
        case .hopeless(let standstill):
            return
                "the driver of '\(input.name)' \(standstill.inWords) and more, so that only a new start helps; if that comes again, "
                + "try another USB port or cable, and see the kernel's log with 'dmesg'"
        }
    }

    /// Sound comes that had stayed away without a word.
    private func soundIsBack() {
        input.isMissing = false
        framePace.restart()
        // One that gave nothing but silence before may still do so.
        if !silence.isAway { returned(named: input.name) }
    }

    /// Too much of what is being said is missing. What is settled of it stays.
    private func breakOff() {
        let wasHeard = machine.state == .recording
        handle(.cancel)
        guard wasHeard else { return }
        emit(.warning("sound was lost while somebody spoke, so that this was given up; say it again"))
        devices.lights.show(.rejected, at: clock.now)
    }

    /// Sound can be heard, for the first time or again.
    private func returned(named source: String) {
        input.isMissing = false
        service.microphoneAppeared()
        emit(.availability(true, source: source, reason: ""))
        if machine.state == .starting { handle(.started) }
        handle(.microphone(present: true))
    }

    /// Nothing can be heard any more; what was being said is incomplete.
    ///
    /// - Parameter isAnnounced: whether whoever captures has said so, and looks for it.
    private func lose(because reason: String, isAnnounced: Bool = true) {
        if isAnnounced { input.isMissing = false }
        service.microphoneVanished(because: reason, isAnnounced: isAnnounced)
        interpreter.forgetLevels()
        emit(.availability(false, source: input.name, reason: reason))
        handle(.microphone(present: false))
        if machine.state == .starting { handle(.started) }
    }

    /// A recording breaks off. Of one that is looked at for its words these are what it holds; else half a command is none. One
    /// that plays a microphone's part and is unplugged goes on afterwards.
    private func recordingEnded(because error: CaptureError) {
        if case .disconnected = error { return }
        reporter.summary.breakOff = "\(error)"
        if options.isInputWhole, machine.state == .recording { handle(.stop) }
    }
}

extension WatchdogMonitor.Standstill {
    /// What the driver does, and for how long.
    fileprivate var inWords: String {
        switch self {
        case .ofSound(let span): "has given neither sound nor an error for \(span.inWords)"
        case .ofSearch(let span): "has held up the search for the microphone for \(span.inWords)"
        }
    }
}

extension CaptureGap.Reason {
    /// The reason as events give it.
    var text: String {
        switch self {
        case .overrun: "overrun"
        case .xrun: "xrun"
        case .disconnected: "disconnected"
        }
    }
}
