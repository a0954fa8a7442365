/// What the state machine hears of, and what follows from its state.
extension Appliance {
    /// Gives the state machine an input, shows the new state, then does what follows.
    func handle(_ input: ApplianceStateMachine.Input) {
        let before = machine.state
        let actions = machine.handle(input)
        let after = machine.state
        hearAgain()
        var isShown = true
        if after != before {
            decidingSince = after == .deciding ? clock.present : nil
            emit(.state(after))
            service.entered(after, from: before)
            guardOutputs(before, after)
            // The light comes before the sound: nothing may be recorded without it.
            isShown = show(after)
            if isShown, after == .recording, let pressedAt {
                reporter.counters.pressToLight.add(clock.source.now - pressedAt)
            }
        }
        // A light that failed has made it a fault by now: nothing begins or is said any more.
        let due = isShown ? actions : actions.filter { [.discard, .silence, .withdraw].contains($0) }
        for action in due {
            switch action {
            case .begin: begin()
            case .end: segmenter.end()
            case .discard: segmenter.discard()
            case .play(let prompt): prompts.play(prompt, at: clock.now)
            case .silence: prompts.silence(at: clock.now)
            case .await: awaitAnswer()
            case .withdraw: withdraw()
            }
        }
        // In lockstep, the words are there at once.
        if due.contains(.end) { receiveUpdates() }
    }

    private func begin() {
        reporter.summary.utterances += 1
        utterance.begin()
        // It may have waited for the end of the one before.
        if programPress != nil, utterance.requester == programPress?.reader { limitPress() }
        dictation.begin(at: clock.now)
        segmenter.begin(utterance.trigger)
    }
}
