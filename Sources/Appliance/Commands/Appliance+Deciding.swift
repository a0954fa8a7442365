import Capture
import Decoding
import Interpretation
import Platform
import Utterance

/// From what was heard to what is done.
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

    /// While "stop" cannot be heard, outputs have their configured fault levels.
    private func guardOutputs(_ before: ApplianceState, _ after: ApplianceState) {
        switch (before.isDeaf, after.isDeaf) {
        case (false, true): note(devices.outputs.makeSafe(for: .fault, at: outputTime))
        case (true, false): devices.outputs.resume(at: outputTime)
        default: break
        }
    }

    /// Shows the state on the lights; false when a light that shows recording does not obey, and the state is
    /// now a fault: one that stays dark would hide what is kept, and one that stays lit says what is not so.
    @discardableResult
    func show(_ state: ApplianceState) -> Bool {
        do {
            try devices.lights.show(state, at: clock.now)
        } catch {
            fail("\(error); nothing is recorded until its light obeys")
            return false
        }
        showLights(at: clock.now)
        return machine.state == state
    }

    func showLights(at now: Duration) {
        do {
            report(try devices.lights.advance(to: now))
        } catch {
            fail("\(error); nothing is recorded until its light obeys")
        }
    }

    func report(_ changes: [LightPanel.Change]) {
        for change in changes where options.tellsBlinks || !change.isBlink {
            emit(.led(name: change.light.rawValue, on: change.isOn, pattern: change.signal.name))
        }
    }

    /// A wake phrase was said.
    private func wake(_ detection: WakeDetection) {
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
        machine.state == .deciding && detection.start >= segmenter.newest.upperBound
    }

    private func begin() {
        reporter.summary.utterances += 1
        utterance.begin()
        // It may have waited for the end of the one before.
        if programPress != nil, utterance.requester == programPress?.reader { limitPress() }
        dictation.begin(at: clock.now)
        segmenter.begin(utterance.trigger)
    }

    // MARK: - What was heard

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
                var hypothesis = found
                warn(ofStandIn: found)
                let objection = interpreter.objection(
                    to: found, hasSound: segmenter.expectsMore || segmenter.newestHasSpeech)
                if objection != nil { (hypothesis.words, hypothesis.alternatives) = ([], []) }
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
        guard !utterance.isWhole else { return decideWhole(hypothesis) }
        guard !utterance.isNoAnswer else { return decideNoAnswer(hypothesis) }
        if utterance.isContinuation {
            if !hearWhole(insteadOf: nil) { handle(.decided(.nothing)) }
            return
        }
        let vain = tell(hypothesis)
        guard question == nil else { return decideAnswer(hypothesis) }
        switch judged(hypothesis) {
        case nil: decideText(hasWords: !hypothesis.words.isEmpty && vain == nil, vain ?? objection)
        case .rejected(let rejection):
            if !hearWhole(insteadOf: rejection) { refuse(rejection) }
        case .accepted(let command):
            expectMore(of: command, hypothesis)
            utterance.awaitResponse(since: hypothesis.words.last?.end)
            accept(command)
        }
    }

    /// Which command it is, if any and believed; nil of free text. The microphone is known by what is believed.
    func judged(_ hypothesis: UtteranceHypothesis) -> CommandInterpreter.Decision? {
        let decision = interpreter.decide(
            hypothesis, level: segmenter.level, isAskedFor: utterance.isAskedFor)
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

    /// Nobody is asked about what would be refused after a yes, unless it takes the place of a question.
    ///
    /// - Returns: why it would be; nil if it may be done.
    private func refuseImpossible(_ command: Command) -> String? {
        guard !machine.hasQuestion,
            let refusal = devices.outputs.impossibility(of: steps(of: command), for: command.name)
        else { return nil }
        unfinished = nil
        note([refusal])
        return refusal.problem
    }

    private func steps(of command: Command) -> [OutputCommand] {
        configuration.options(of: command)?.steps.map { $0.resolved(with: command) } ?? []
    }

    /// - Returns: why its outputs stay as they are; nil if one does not, or there is nothing to do.
    func perform(_ command: Command) -> String? {
        reporter.summary.commands += 1
        emit(.command(command))
        let steps = steps(of: command)
        guard !steps.isEmpty else {
            // A command that is only an event is answered by the event.
            unfinished?.isDone = true
            noteResponse()
            return nil
        }
        let reports = devices.outputs.perform(steps, for: command.name, at: outputTime)
        note(reports)
        let problems = reports.compactMap(\.problem)
        let isInVain = problems.count == reports.count && !devices.outputs.isUnderWay(command.name)
        return isInVain ? problems.first : nil
    }

    func refuse(_ rejection: Rejection) {
        tell(rejection)
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

    // MARK: - Outputs

    /// Takes the time from the end of the last word to now, once a command.
    private func noteResponse() {
        guard let response = utterance.takeResponse(at: clock.present) else { return }
        reporter.summary.responses.append(response)
        reporter.counters.response.add(response)
    }

    /// Reports outputs that changed, and takes the response time of the first.
    func note(_ results: [OutputReport]) {
        for result in results {
            switch result {
            case .changed(let change):
                // What another output does by its own rules answers nobody.
                if case .command(let name) = change.reason {
                    if name == unfinished?.command.name { unfinished?.isDone = true }
                    noteResponse()
                }
                emit(.output(name: change.name, on: change.isOn, reason: change.reason.description))
            case .refused(let refusal):
                emit(.warning("\(refusal)"))
            case .deferred(let deferral):
                Log.info("\(deferral)", from: "outputs")
            case .failed(let output, let error):
                emit(.warning("output '\(output)' does not obey: \(error)"))
            }
        }
    }
}
