import Utterance

/// What a wake phrase begins, and what it interrupts.
extension Appliance {
    /// A wake phrase was said.
    func wake(_ detection: WakeDetection) {
        guard isMeant(detection) else { return }
        let isAnswering = question?.confirm.means == .voice && !isAfterNewest(detection)
        // Whoever says it has not answered.
        if isAnswering { handle(.cancel) }
        // What was said before it is judged; where that was nothing, it is forgotten.
        let isInterrupting = machine.state == .recording && segmenter.end(before: detection.start)
        if machine.state == .recording, !isInterrupting { handle(.cancel) }
        emit(.wake(phrase: detection.phrase, score: detection.score))
        utterance.trigger = .wakePhrase(end: detection.end)
        handle(isInterrupting || segmenter.hasSpeech(since: detection.end) ? .startAtOnce : .start)
    }

    /// Whether a wake phrase begins an utterance.
    private func isMeant(_ detection: WakeDetection) -> Bool {
        switch machine.state {
        case .listening: true
        // Said while the previous command is decided, its own command follows.
        case .deciding where isAfterNewest(detection): question?.confirm.means != .button
        case .confirming: question?.confirm.means == .voice
        case .recording where question != nil, .deciding where question != nil:
            question?.confirm.means == .voice
        // Said again, or for the first time after a false alarm. Whoever presses a button may say what they like.
        case .recording:
            (utterance.isAwakened || utterance.isContinuation)
                && !configuration.commandsMaySay(detection.phrase)
        case .starting, .idle, .deciding, .speaking, .muted, .unavailable, .fault: false
        }
    }

    /// Whether a wake phrase is no part of the newest utterance, which is over.
    private func isAfterNewest(_ detection: WakeDetection) -> Bool {
        machine.state == .deciding && detection.start >= segmenter.newest.frames.upperBound
    }
}
