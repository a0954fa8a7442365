import Capture
import Interpretation
import Platform
import Utterance

/// From what capture delivers to what is heard.
extension Appliance {
    func take(_ delivery: CaptureItem) {
        switch delivery {
        case .frames(let first, let samples):
            // What is due at the block's first frame happens before its sound is heard: a press at 0.50 s keeps the
            // frame at 0.50 s.
            clock.framesReached(.frames(first, at: Self.sampleRate))
            advance()
            vitals?.heard()
            cepstralMeans?.hear(sound.microphone)
            summary.audio += .frames(UInt64(samples.count), at: Self.sampleRate)
            meter?(samples)
            if unpluggedAt == nil { hear(samples, first: first) }
        case .gap(let gap):
            emit(
                .gap(
                    duration: .frames(gap.frames, at: Self.sampleRate), reason: gap.reason.text,
                    isExact: gap.isExact))
            if segmenter.bridge(gap) == false { handle(.cancel) }
        case .event(let event):
            // What a recording holds before it breaks off was said.
            if case .lost(let error) = event, !source.isLive {
                summary.breakOff = "\(error)"
                if machine.state == .recording { handle(.stop) }
            }
            take(event)
        case .end:
            endedAt = clock.now
            if machine.state == .recording { handle(.stop) }
            advance()
        }
    }

    private func hear(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {
        guard machine.state.mayHear else {
            // Nor may it come back as the pre-roll of what is said later.
            segmenter.forget(before: first + UInt64(samples.count))
            clock.framesReached(.frames(first + UInt64(samples.count), at: Self.sampleRate))
            advance()
            return
        }
        let events = segmenter.process(samples, first: first)
        clock.blockEnds(at: .frames(first + UInt64(samples.count), at: Self.sampleRate))
        for event in events { handle(event) }
        takeUpdates()
        advance()
    }

    func take(_ event: CaptureEvent) {
        switch event {
        case .opened(let device, let format), .restored(let device, let format):
            opened = (device, format)
            vitals?.microphone(isPresent: true)
            emit(
                .availability(true, source: "\(source.isLive ? device : source.name), \(format)", reason: ""))
            if machine.state == .starting { handle(.started) }
            handle(.microphone(present: true))
        case .lost(let error):
            vitals?.microphone(isPresent: false)
            interpreter.forgetLevels()
            trouble = "\(error)"
            emit(.availability(false, source: source.name, reason: "\(error)"))
            handle(.microphone(present: false))
            if machine.state == .starting { handle(.started) }
        case .muted(let control):
            emit(.warning("the mixer holds '\(control)' off or at zero; raise it with 'alsamixer'"))
        // Silence in a recording is what was recorded.
        case .silent where !source.isLive, .audible where !source.isLive: break
        case .silent:
            emit(.warning("the microphone gives nothing but silence: is it muted, or its cable broken?"))
        case .clipping:
            emit(.warning("the microphone is overdriven; lower 'capture: volume', or step back"))
        case .audible:
            emit(.warning("the microphone sounds well again"))
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
