import Capture
import Platform

/// From blocks of sound to what they came to.
extension UtteranceSegmenter {
    /// In which an endpointer tells speech from a click.
    private static let onsetWindow = Duration.milliseconds(200)
    /// A quiet before the first word that is left out, although a weak first sound may hide in it.
    static let longQuiet = Duration.seconds(1)
    /// An onset that nobody took up for this long is stale; while an utterance before is decided, it lives as long as the history
    /// remembers it.
    private static let onsetLife = Duration.seconds(3)
    private static let longestOnsetLife = Duration.seconds(9)

    /// Hears the next block.
    ///
    /// - Parameters:
    ///   - block: 10 ms or so, ``FrontEnd/longestBlock`` at most, 16 bit mono.
    ///   - first: its first frame on the capture clock. If it does not follow on the block before, what was kept of
    ///     that is forgotten; a gap that is known is handed to ``bridge(_:)``.
    package func process(_ block: UnsafeBufferPointer<Int16>, first: UInt64) -> [Event] {
        // An answer is given without a press, and an onset that waits for a decision is told with the next block.
        let isNeeded = utterance != nil || expected == .answer || awaitsDecision
        guard gate?.passes(block, first: first, isNeeded: isNeeded) ?? true else { return [] }
        return hearKept() + hear(block, first: first)
    }

    /// Whether nothing was heard for a while but quiet, or what nobody has asked for, so that what listens to sound rests.
    package var isResting: Bool { gate?.isOpen == false }

    /// How much of the newest sound may turn out to be the beginning of speech: half a second, what the front end
    /// looks ahead, and what is held back of a quiet.
    package var openSpan: Duration {
        .milliseconds(500) + .frames(UInt64(frontEnd.delay), at: options.sampleRate)
            + (isResting ? gate?.memory ?? .zero : .zero)
    }

    /// Hears what was held back before the sound that comes now.
    func hearKept() -> [Event] {
        var events: [Event] = []
        gate?.release { kept, first in
            // An onset is told again with the sound that comes now, and may be taken up only once.
            events += hear(kept, first: first).filter { if case .speechBegan = $0 { false } else { true } }
        }
        return events
    }

    /// Hears a block that is more than quiet, or comes soon after such a one.
    private func hear(_ block: UnsafeBufferPointer<Int16>, first: UInt64) -> [Event] {
        let (samples, first) = frontEnd.process(block, first: first)
        guard !samples.isEmpty else { return [] }
        let isSpeech = detector.process(samples)
        history.append(samples, first: first, isSpeech: isSpeech, level: detector.level)
        let woken =
            wakeMonitor?.process(
                samples, first: first, estimate: frontEnd.speechEstimate, history: history) ?? []
        guard let utterance else { return woken + wait(isSpeech: isSpeech) }

        if let askedAt = utterance.askedAt {
            takeAnswer()
            let isLate = self.utterance?.askedAt != nil && history.end >= askedAt + frames(Self.patience)
            return (isLate || self.utterance?.answer != nil ? [.ended] : []) + woken
        }
        var events: [Event] = []
        let wasSpoken = endpointer.hasSpeech
        if case .ended(let cause) = endpointer.process(isSpeech: isSpeech),
            utterance.endsWithPause || cause == .maximum || cause == .noSpeech
        {
            if cause == .trailingSilence, utterance.awaitsWords, !utterance.hasWords {
                askForWords()
                return woken
            }
            // The rest of the pause that ended it is noise at best: to feed it would bring back what was withheld.
            if cause == .maximum, !utterance.isAwaitingSpeech, pieces?.isOpen != false, !endpointer.isQuiet {
                feed(samples, isWithheld: false)
            }
            return [.ended] + woken
        }
        if let notice = utterance.noticeAt, history.end >= notice {
            self.utterance?.noticeAt = nil
            events.append(.limit(remaining: options.notice ?? .zero))
        }
        if endpointer.hasSpeech, !wasSpoken {
            self.utterance?.spokenFrom = history.frame(beforeEnd: frames(Self.onsetWindow))
            search(utterance, fromSpeechIn: samples)
        } else if !utterance.isAwaitingSpeech, pieces?.isOpen != false {
            feed(samples, isWithheld: endpointer.withholds)
        }
        followPieces(isSpeech: isSpeech)
        return events + woken
    }

    /// Hears the last sound of a stream that is over, which stages of the front end still hold back; only a gap may follow.
    package func finish() -> [Event] {
        let silence = [Int16](repeating: 0, count: frontEnd.delay)
        return silence.withUnsafeBufferPointer { silence in
            silence.isEmpty ? [] : process(silence, first: history.end + UInt64(silence.count))
        }
    }

    /// Begins the search shortly before the first speech, after a long quiet behind a button anew.
    ///
    /// The quiet before would become part of the cepstral mean, and speech less that fits nothing: of 55 orders 3.5 s after
    /// their wake phrase 40 were right when it was searched, and 48 without; of 100 so long after a press 86, and 92.
    ///
    /// - Parameter samples: the newest block, which the history has.
    private func search(_ utterance: OpenUtterance, fromSpeechIn samples: UnsafeBufferPointer<Int16>) {
        let first = history.frame(beforeEnd: frames(plan.timing.preRoll + Self.onsetWindow))
        if !utterance.isAwaitingSpeech {
            guard utterance.beganInQuiet, first >= utterance.earliest + frames(Self.longQuiet) else {
                return feed(samples, isWithheld: false)
            }
            // What was found in the quiet is forgotten.
            search.cancel()
            pieces?.unanswered = 0
        }
        decode(since: max(utterance.earliest, first), lead: utterance.lead)
    }

    /// While nothing is kept: looks out for the first sound of speech.
    private func wait(isSpeech: Bool) -> [Event] {
        if case .speechBegan(let span) = endpointer.process(isSpeech: isSpeech) {
            onset = history.frame(beforeEnd: frames(span))
        }
        guard let start = onset else { return [] }
        if isDeciding { awaitsDecision = true }
        guard history.end - start < frames(awaitsDecision ? Self.longestOnsetLife : Self.onsetLife) else {
            lookOut()
            return []
        }
        return [.speechBegan]
    }

    /// Sound is missing.
    ///
    /// - Returns: false when an utterance was under way that cannot be saved.
    package func bridge(_ gap: CaptureGap) -> Bool {
        guard let utterance, gap.frames <= frames(Endpointer.longestBridge) else {
            forget(before: gap.at + gap.frames)
            return utterance == nil
        }
        let silence = [Int16](repeating: 0, count: Int(gap.frames))
        history.appendSilence(silence.count)
        guard utterance.askedAt == nil, !utterance.isAwaitingSpeech, pieces?.isOpen != false else {
            return true
        }
        silence.withUnsafeBufferPointer { feed($0, isWithheld: endpointer.withholds) }
        return true
    }

    /// Forgets what was heard before `frame`, and what comes next does not follow on it: the mute switch is on, the appliance
    /// itself can be heard, or sound is missing.
    package func forget(before frame: UInt64) {
        gate?.reset(at: frame)
        frontEnd.reset()
        wakeMonitor?.reset(at: frame)
        history.clear(at: frame)
        lookOut()
    }

    /// Another microphone is heard from now on, or the same one anew.
    package func forgetMicrophone() { frontEnd.forgetMicrophone() }

    /// Takes what is said from now on for this. What was heard so far is no part of it, but for what came after an answer: that may be
    /// the next command, or what wakes for it. It stays remembered, as what is no answer may continue the command before it.
    ///
    /// - Parameter keepingOnset: whether what somebody has begun to say is for this, too, as it is of a command.
    package func expect(_ expected: Expected, keepingOnset: Bool = false) {
        if keepingOnset || expected == .command, utterance == nil {
            search.cancel()
            isDeciding = false
            self.expected = expected
            cut = max(cut, newest.frames.upperBound)
            guard let onset else { return lookOut() }
            endpointer = Endpointer(start: .atOnce, timing: plan.timing)
            endpointer.catchUp(history.blocks(since: onset).map(\.isSpeech))
            return
        }
        discard()
        self.expected = expected
        cut = max(cut, history.end)
        gate?.reset(at: history.end)
        wakeMonitor?.reset(at: history.end)
        lookOut()
    }
}
