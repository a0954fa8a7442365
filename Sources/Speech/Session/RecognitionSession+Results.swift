/// Results out: from updates of the search to events.
extension RecognitionSession {
    func handleUpdates() {
        guard !isOver else { return }
        sequence?.handleUpdates { handle($0) }
        tellSettled()
        settle()
        advance()
        if !isOver { report(.caughtUp) }
    }

    func handle(_ event: UtteranceSequence.Event) {
        guard !isOver, let sequence else { return }
        switch event {
        case .speechBegan:
            guard !hasDetectedSpeech else { return }
            hasDetectedSpeech = true
            report(.detectedSpeech)
        case .partial(let words):
            // Unverified yes/no partials are not reported: at first, any sound becomes a yes or a no.
            guard !words.isEmpty, !sequence.loan.plan.isConfirmation else { return }
            report(.words(words))
        case .utterance(let hypothesis, let level):
            report(.utterance(hypothesis, level: level))
            if sequence.isComplete { endAudio() }
        case .refused: report(.refused)
        case .failed(let error): end(.decoding(error))
        }
    }

    /// Goes on with those who wait until something is decided.
    func settle() {
        while let next = settling.first, !isOver {
            guard sequence?.settle(through: next.frame) != false else { return }
            tellSettled()
            settling.removeFirst().then()
        }
    }

    /// When no audio comes any more: ends the last utterance, then the session.
    func advance() {
        guard hasAudioEnded, !isOver, sequence?.isDeciding != true else { return }
        guard let sequence, sequence.isListening else { return end(nil) }
        sequence.finish()
    }
}
