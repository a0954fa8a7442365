import Decoding
import Grammar
import Interpretation
import Platform
import Utterance

/// What continues a command after the pause that ended it.
///
/// Where nothing has moved yet, because the command waits for a yes or begins with a wait, the whole takes its place, with a
/// question of its own; else the whole is refused as `continues`. Where a wake phrase is needed, speech in that second can do nothing
/// else. Behind a talk button nobody is heard without a press. What a spoken question gets is searched for yes and no first.
/// Nothing continues a command behind a tone or a question that is said: sound is forgotten meanwhile.
extension Appliance {
    /// Whether speech that begins now may continue the newest command, although nobody has asked for an utterance.
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

    /// Whether a press of the talk button is a yes although somebody speaks: what they say may continue the command.
    var awaitsPress: Bool {
        guard question?.confirm.means == .button, utterance.isContinuation else { return false }
        return machine.state == .recording || machine.state == .deciding
    }

    private func isRecent(_ unfinished: UnfinishedCommand, at time: Duration) -> Bool {
        time <= .frames(unfinished.sound.frames.upperBound, at: Self.sampleRate) + UnfinishedCommand.life
    }

    /// A command was understood; more may follow.
    ///
    /// - Parameter sound: all of it.
    func expectMore(of command: Command, _ hypothesis: UtteranceHypothesis, in sound: FinishedUtterance) {
        let words = hypothesis.words.map(\.text)
        guard configuration.listen != .button,
            configuration.grammar?.progress(of: words) == .complete(extendable: true)
        else {
            unfinished = nil
            return
        }
        unfinished = UnfinishedCommand(command: command, words: words, sound: sound)
    }

    /// The newest utterance is no command by itself: hears it once more with the command before it.
    ///
    /// - Parameter rejection: what comes of it otherwise.
    /// - Returns: false where there is no such command.
    func hearWhole(insteadOf rejection: Rejection) -> Bool {
        guard let unfinished, case .first = utterance.pass,
            isRecent(unfinished, at: .frames(segmenter.newest.frames.lowerBound, at: Self.sampleRate)),
            segmenter.searchAgain(since: unfinished.sound, for: .command)
        else { return false }
        utterance.hearWhole(insteadOf: rejection)
        return true
    }

    /// Judges a command and what came after its pause, searched as one.
    ///
    /// - Parameter rejection: what comes of it otherwise.
    func decideWhole(_ hypothesis: UtteranceHypothesis, insteadOf rejection: Rejection) {
        let isAnswer = question?.confirm.means == .voice
        guard let unfinished else { return refuse(rejection) }
        self.unfinished = nil
        let sound = unfinished.sound.joined(segmenter.newest)
        // As loud as its louder half: of 352 orders' ends "with …" and "and …", 9 are more than 12 dB quieter than what came before.
        let decision = judged(hypothesis, level: sound.level)
        let isContinued = unfinished.isContinued(by: hypothesis.words, at: Self.sampleRate)
        guard isContinued, case .accepted(let whole)? = decision else {
            if isAnswer { return noAnswer(rejection) }
            // Of a whole that nearly was a command, a log says more than of its second half.
            let ofWhole: Rejection? =
                if isContinued, case .rejected(let rejection)? = decision { rejection } else { nil }
            return refuse(rejection, telling: ofWhole)
        }
        let confirm = configuration.options(of: whole)?.confirm.means ?? .none
        guard !unfinished.isDone, question == nil || question?.confirm.means == confirm else {
            let rejection = Rejection(
                text: whole.text, reason: .continues, score: whole.score, scores: whole.scores,
                nearest: whole.name)
            // A yes that comes now would be for the half.
            return question == nil ? refuse(rejection) : withdraw(for: rejection)
        }
        _ = tell(hypothesis)
        // What still waits for a yes has begun nothing, and one of its name from before goes on.
        if question == nil {
            devices.outputs.abandon(unfinished.command.name)
            let half = unfinished.command
            tell(Rejection(text: half.text, reason: .replaced, score: half.score, nearest: half.name))
        }
        replaceQuestion()
        expectMore(of: whole, hypothesis, in: sound)
        utterance.awaitResponse(since: endOfSpeech(in: hypothesis))
        accept(whole)
    }
}
