import Decoding
import Grammar
import Interpretation
import Platform
import Utterance

/// What goes on a command after the pause that ended it.
///
/// Where nothing has moved yet, because the command waits for a yes or begins with a wait, the whole takes its place, with a
/// question of its own; else the whole is refused as `continues`. Where a wake phrase is needed, speech in that second can do nothing
/// else. Behind a talk button nobody is heard without a press. What a spoken question gets is searched for yes and no first.
/// Nothing goes on a command behind a tone or a question that is said: sound is forgotten meanwhile.
extension Appliance {
    /// Whether speech that begins now may go on the newest command, although nobody has asked for an utterance.
    var hearsContinuation: Bool {
        guard let unfinished, let onset = segmenter.onset,
            isRecent(unfinished, at: .frames(onset, at: Self.sampleRate))
        else { return false }
        return switch machine.state {
        case .listening: true
        case .confirming: question?.confirm.means == .button
        case .starting, .idle, .recording, .deciding, .speaking, .muted, .unavailable, .fault: false
        }
    }

    /// Whether a press of the talk button is a yes although somebody speaks: what they say may go on the command.
    var awaitsPress: Bool {
        guard question?.confirm.means == .button, utterance.isContinuation else { return false }
        return machine.state == .recording || machine.state == .deciding
    }

    private func isRecent(_ unfinished: UnfinishedCommand, at time: Duration) -> Bool {
        time <= .frames(unfinished.frames.upperBound, at: Self.sampleRate) + UnfinishedCommand.life
    }

    /// A command was understood; more may follow.
    func expectMore(of command: Command, _ hypothesis: UtteranceHypothesis) {
        let words = hypothesis.words.map(\.text)
        guard configuration.listen != .button,
            configuration.grammar?.progress(of: words) == .complete(extendable: true)
        else {
            unfinished = nil
            return
        }
        unfinished = UnfinishedCommand(
            command: command, words: words, frames: segmenter.newest, lead: segmenter.newestLead)
    }

    /// The newest utterance is no command by itself: hears it once more with the command before it.
    ///
    /// - Parameter rejection: what comes of it otherwise; nil where it was not to be judged by itself.
    /// - Returns: false where there is no such command.
    func hearWhole(insteadOf rejection: Rejection?) -> Bool {
        guard let unfinished, !utterance.isWhole,
            isRecent(unfinished, at: .frames(segmenter.newest.lowerBound, at: Self.sampleRate)),
            segmenter.searchAgain(
                since: unfinished.frames.lowerBound, lead: unfinished.lead, for: .command)
        else { return false }
        utterance.hearWhole(insteadOf: rejection)
        return true
    }

    /// Judges a command and what came after its pause, searched as one.
    func decideWhole(_ hypothesis: UtteranceHypothesis) {
        defer { unfinished = nil }
        let isAnswer = question?.confirm.means == .voice
        guard let unfinished, case .accepted(let whole)? = judged(hypothesis),
            unfinished.isContinued(by: hypothesis.words.map(\.text))
        else {
            guard let rejection = utterance.rejection else { return handle(.decided(.nothing)) }
            return isAnswer ? noAnswer(rejection) : refuse(rejection)
        }
        let confirm = configuration.options(of: whole)?.confirm.means ?? .none
        guard !unfinished.isDone, question == nil || question?.confirm.means == confirm else {
            let rejection = Rejection(
                text: whole.text, reason: .continues, score: whole.score, scores: whole.scores,
                nearest: whole.name)
            return isAnswer ? withdraw(for: rejection) : refuse(rejection)
        }
        _ = tell(hypothesis)
        // What still waits for a yes has begun nothing, and one of its name from before goes on.
        if question == nil { devices.outputs.abandon(unfinished.command.name) }
        replaceQuestion()
        utterance.awaitResponse(since: hypothesis.words.last?.end)
        accept(whole)
    }
}
