import Decoding
import Interpretation
import Utterance

/// Commands that must be confirmed: the question, and its answer.
///
/// | while it waits            | `confirm: button`               | `confirm: voice`                              |
/// |---------------------------|---------------------------------|-----------------------------------------------|
/// | a press during the question | cuts the question short       | cuts the question short                       |
/// | a press within 0.5 s of it | nothing                        | nothing; it may be held while speaking        |
/// | a later press, of 30 ms   | yes                             | nothing; it may be held while speaking        |
/// | a later long press        | yes, by its beginning           | no                                            |
/// | "yes"                     | nothing                         | yes                                           |
/// | "no"                      | nothing                         | no; a "stop" that only switches off is done, too |
/// | other speech              | nothing                         | withdrawn: no; what only switches off is done |
/// | what continues the command | another question, of the whole | another question, of the whole                |
/// | a wake phrase             | nothing                         | withdrawn: no; a command may follow           |
/// | nothing, till the end of the window | no                    | no                                            |
/// | mute, no microphone, a fault, a decoder that fails, the end | withdrawn: no | withdrawn: no             |
///
/// An answer that has begun within the window is heard to its end.
extension Appliance {
    /// Whether a spoken answer may begin now.
    var hearsAnswer: Bool { machine.state == .confirming && question?.confirm.means == .voice }

    func ask(
        _ command: Command, _ confirm: Confirm,
        _ conclude: (ApplianceStateMachine.Verdict) -> ApplianceStateMachine.Input = { .decided($0) }
    ) {
        let question = PendingConfirmation(
            command, confirm, text: configuration.question(for: command), origin: reporter.origin)
        self.question = question
        utterance.awaitResponse(since: nil)
        report(.asked, to: question)
        handle(conclude(.question(configuration.voice?.saysBack == true ? question.text : nil)))
    }

    /// Opens the window, unless what was just heard was no answer and it is open already.
    func awaitAnswer() {
        guard question?.open(at: clock.now) == true else { return }
        if question?.confirm.means == .voice { segmenter.expect(.answer) }
    }

    /// Judges what was said while the question waits.
    func decideAnswer(_ hypothesis: UtteranceHypothesis) {
        switch interpreter.answer(hypothesis, level: question?.origin == nil ? segmenter.newest.level : nil) {
        case .yes: answer(.yes, lastWordEnd: endOfSpeech(in: hypothesis))
        case .no:
            // "stop" is a no, and may be a command besides.
            guard case .accepted(let command)? = judged(hypothesis, level: segmenter.newest.level),
                onlySwitchesOff(command)
            else { return answer(.no) }
            switchOff(command, endingQuestionWith: .no, hypothesis)
        case .unclear(let rejection):
            if !hearWhole(insteadOf: rejection) { noAnswer(rejection) }
        }
    }

    /// What was said does not answer, nor does it continue the command that asks.
    func noAnswer(_ rejection: Rejection) {
        switch rejection.reason {
        // A noise, or somebody else.
        case .noWords, .background:
            // The phrase was said meanwhile, and what follows it is no answer.
            if utterance.isAwakened { return withdraw(for: rejection) }
            if case .withCommandBefore = utterance.pass { segmenter.expect(.answer, keepingOnset: true) }
            refuse(rejection)
        default:
            guard segmenter.searchNewest(for: .command) else { return withdraw(for: rejection) }
            utterance.hearCommand(insteadOf: rejection)
        }
    }

    /// Judges as a command what was no answer: nobody who wants a thing to stop waits for the end of a question.
    func decideNoAnswer(_ hypothesis: UtteranceHypothesis, insteadOf rejection: Rejection) {
        guard case .accepted(let command)? = judged(hypothesis, level: segmenter.newest.level),
            onlySwitchesOff(command)
        else {
            return withdraw(for: rejection)
        }
        _ = tell(hypothesis)
        switchOff(command, endingQuestionWith: .withdrawn, hypothesis)
    }

    private func switchOff(
        _ command: Command, endingQuestionWith outcome: ApplianceEvent.ConfirmOutcome,
        _ hypothesis: UtteranceHypothesis
    ) {
        _ = close(outcome)
        utterance.awaitResponse(since: endOfSpeech(in: hypothesis))
        let problem = perform(command)
        handle(.answered(problem == nil))
        devices.lights.show(problem == nil ? .accepted : .rejected, at: clock.now)
    }

    private func onlySwitchesOff(_ command: Command) -> Bool {
        guard let options = configuration.options(of: command), options.confirm.means == .none else {
            return false
        }
        return !options.steps.isEmpty
            && options.steps.allSatisfy { step in
                if case .set(_, false) = step.resolved(with: command) { true } else { false }
            }
    }

    /// Somebody said something else: a yes after it may not be meant for this question any more.
    func withdraw(for rejection: Rejection) {
        tell(rejection)
        answer(.withdrawn)
    }

    /// Does what waited, or leaves it.
    ///
    /// - Parameter lastWordEnd: when the answer had been said, if it was.
    func answer(_ outcome: ApplianceEvent.ConfirmOutcome, lastWordEnd: Duration? = nil) {
        guard let question = close(outcome) else { return }
        var isDone = false
        if outcome == .yes {
            // Its release ends nothing that is said by then.
            if question.confirm.means == .button { devices.buttons.spendPress() }
            utterance.awaitResponse(since: lastWordEnd)
            isDone = reporter.marking(question.origin) { perform(question.command) } == nil
        }
        handle(.answered(isDone))
        devices.lights.show(isDone ? .accepted : .rejected, at: clock.now)
    }

    /// An answer has become impossible: the sound is lost.
    func withdraw() {
        _ = close(.withdrawn)
    }

    /// The command that waits has gone on: the whole takes its place, with a question of its own.
    func replaceQuestion() {
        guard let question else { return }
        report(.withdrawn, to: question)
        self.question = nil
    }

    /// Ends the question, whatever its outcome.
    private func close(_ outcome: ApplianceEvent.ConfirmOutcome) -> PendingConfirmation? {
        guard let question else { return nil }
        self.question = nil
        segmenter.expect(.command)
        report(outcome, to: question)
        guard outcome != .yes else { return question }
        unfinished = nil
        let command = question.command
        reporter.summary.rejections += 1
        emit(
            .rejected(
                Rejection(
                    text: command.text, reason: .unconfirmed, score: command.score, nearest: command.name)))
        return question
    }

    private func report(_ outcome: ApplianceEvent.ConfirmOutcome, to question: PendingConfirmation) {
        emit(.confirm(command: question.command.name, outcome: outcome, question: question.text))
    }
}
