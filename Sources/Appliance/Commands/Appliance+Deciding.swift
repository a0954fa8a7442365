import Decoding
import Interpretation
import Platform
import Utterance

/// From what was heard to what is done.
extension Appliance {
    func handle(_ event: UtteranceSegmenter.Event) {
        switch event {
        case .speechBegan:
            let isWanted = machine.state == .listening ? configuration.listen == .always : hearsAnswer
            guard isWanted || hearsContinuation else { return }
            utterance.trigger = .speech
            utterance.isContinuation = !isWanted
            handle(.speech)
        case .woke(let detection):
            wake(detection)
        case .fellBehind:
            emit(
                .warning(
                    "not every wake phrase is heard, as the search is 3 s behind; let this machine do less besides, or use 'listen: button'"
                ))
        case .ended:
            if machine.state == .recording { handle(.stop) }
        case .limit(let remaining):
            emit(.limit(remaining: remaining))
            devices.lights.show(.limit(remaining: remaining), at: clock.now)
        }
    }

    func receiveUpdates() {
        while let update = segmenter.nextUpdate() {
            switch update {
            case .partial(let partial):
                show(partial)
            case .final(let found):
                warn(ofStandIn: found)
                let (hypothesis, objection) = interpreter.heard(
                    found, hasSound: segmenter.expectsMore || segmenter.newest.hasSpeech)
                // Nothing can be learned from noise without words. What is learned of commands depends on what they are.
                if configuration.recognize == .dictation, !hypothesis.words.isEmpty {
                    input.cepstralMeans?.learned()
                }
                reporter.summary.decoded += hypothesis.audioDuration
                reporter.summary.decodeTime += hypothesis.decodeTime
                guard !segmenter.expectsMore else {
                    settle(hypothesis, objection)
                    continue
                }
                let isTold = keepPace(hypothesis)
                if !refuseIfLate(hypothesis, isTold: isTold) { decide(hypothesis, objection) }
            case .failed(let error):
                emit(.warning("\(error)"))
                guard !segmenter.expectsMore else { continue }
                endPieces()
                if question == nil {
                    refuse(Rejection(text: "", reason: .failed))
                } else {
                    answer(.withdrawn)
                }
            }
        }
    }

    /// Says why an engine of one's own did not find the words.
    private func warn(ofStandIn hypothesis: UtteranceHypothesis) {
        guard case .standIn(let reason) = hypothesis.source else { return }
        let sentence = reason.hasSuffix("?") ? reason : reason + "."
        emit(.warning("\(sentence) The built-in recognizer answered instead"))
    }

    private func show(_ partial: PartialHypothesis) {
        // Words that noise is taken for come and go.
        guard partial.isSpoken, utterance.isNews(partial) else { return }
        emit(.partial(text: dictation.line(partial.text, partial.isWritten ? .written : .words)))
    }

    // MARK: - Judging

    /// - Parameter objection: why words of free text are not believed, which the hypothesis has no more.
    private func decide(_ hypothesis: UtteranceHypothesis, _ objection: Rejection?) {
        switch utterance.pass {
        case .first: break
        case .withCommandBefore(let rejection): return decideWhole(hypothesis, insteadOf: rejection)
        case .asCommand(let rejection): return decideNoAnswer(hypothesis, insteadOf: rejection)
        }
        if utterance.isContinuation {
            // Nobody has asked for what they say by itself, whatever it is.
            let rejection = Rejection(text: "", reason: .noWords)
            if !hearWhole(insteadOf: rejection) { refuse(rejection) }
            return
        }
        guard question == nil else {
            _ = tell(hypothesis)
            return decideAnswer(hypothesis)
        }
        var hypothesis = hypothesis
        var decision = judged(hypothesis, level: segmenter.newest.level)
        // Of silence behind a button, too, a grammar makes words.
        if case .rejected? = decision, !segmenter.newest.hasSpeech {
            (hypothesis.words, hypothesis.alternatives, hypothesis.verification) = ([], [], nil)
            decision = .rejected(Rejection(text: "", reason: .noWords))
        }
        let vain = tell(hypothesis)
        switch decision {
        case nil: decideText(hasWords: !hypothesis.words.isEmpty && vain == nil, vain ?? objection)
        case .rejected(let rejection):
            // What comes from the background is a command by itself, and nobody's who goes on with theirs.
            if rejection.reason == .background || !hearWhole(insteadOf: rejection) { refuse(rejection) }
        case .accepted(let command):
            expectMore(of: command, hypothesis, in: segmenter.newest)
            utterance.awaitResponse(since: endOfSpeech(in: hypothesis))
            accept(command)
        }
    }

    /// When the newest utterance's last word was over. The search may take silence behind it for its last sound.
    func endOfSpeech(in hypothesis: UtteranceHypothesis) -> Duration? {
        guard let end = hypothesis.words.last?.end else { return nil }
        return [end, segmenter.newest.speechEnd.map { .frames($0, at: Self.sampleRate) }].earliest
    }

    /// Which command it is, if any and believed; nil of free text. The microphone is known by what is believed.
    ///
    /// - Parameter level: of its sound, in dBFS.
    func judged(_ hypothesis: UtteranceHypothesis, level: Double?) -> CommandInterpreter.Decision? {
        let decision = interpreter.decide(hypothesis, level: level, isAskedFor: utterance.isAskedFor)
        if case .accepted? = decision { input.cepstralMeans?.learned() }
        return decision
    }

    /// Does a command, or asks first.
    ///
    /// - Parameter conclude: how the state machine hears of it.
    /// - Returns: why its outputs stay as they are; nil if one does not, or a question is asked.
    @discardableResult
    func accept(
        _ command: Command,
        _ conclude: (ApplianceStateMachine.Verdict) -> ApplianceStateMachine.Input = { .decided($0) }
    ) -> String? {
        let confirm = configuration.options(of: command)?.confirm ?? .none
        let problem: String?
        if confirm.means == .none {
            problem = perform(command)
        } else {
            problem = refuseImpossible(command)
            guard problem != nil else {
                ask(command, confirm, conclude)
                return nil
            }
        }
        handle(conclude(problem == nil ? .accepted : .refused))
        devices.lights.show(problem == nil ? .accepted : .rejected, at: clock.now)
        return problem
    }

    /// - Parameter told: what is told in its place.
    func refuse(_ rejection: Rejection, telling told: Rejection? = nil) {
        tell(told ?? rejection)
        // Silence that nobody asked to break, or background speech: no refusal is shown.
        let isNothing =
            rejection.reason == .noWords && !utterance.isAskedFor || rejection.reason == .background
        handle(.decided(isNothing ? .nothing : .refused))
        if !isNothing { devices.lights.show(.rejected, at: clock.now) }
    }

    func tell(_ rejection: Rejection) {
        reporter.summary.rejections += 1
        emit(.rejected(rejection))
    }
}
