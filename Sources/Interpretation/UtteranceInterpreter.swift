import Decoding

/// Decides what utterances are believed to be: commands, answers, or nothing. Whoever listens asks this and nobody else, so
/// that what is tried by hand is judged as on the site.
///
/// Owned by one thread.
///
/// ```swift
/// var interpreter = UtteranceInterpreter(commands: commands, answers: answers)
/// switch interpreter.decide(hypothesis, level: segmenter.newest.level, isAskedFor: false) {
/// case .accepted(let command): print(command.name)
/// case .rejected(let rejection): print(rejection.reason)
/// case nil: print(hypothesis.text)            // free text
/// }
/// ```
package struct UtteranceInterpreter {
    private let commands: CommandInterpreter?
    private let answers: YesNo?
    private var background = BackgroundSpeechRule()

    /// - Parameters:
    ///   - commands: nil for free text.
    ///   - answers: nil where nobody is asked.
    package init(commands: CommandInterpreter?, answers: YesNo?) {
        self.commands = commands
        self.answers = answers
    }

    /// What was heard without words of free text that are not believed, and why they are not; the objection is nil where they are,
    /// where there are none, and of commands.
    ///
    /// - Parameter hasSound: whether there was any sound of speech: an engine of one's own makes words of silence, too.
    package func heard(
        _ hypothesis: UtteranceHypothesis, hasSound: Bool = true
    ) -> (believed: UtteranceHypothesis, objection: Rejection?) {
        let objection = objectionToText(of: hypothesis, hasSound: hasSound)
        var believed = hypothesis
        if objection != nil { (believed.words, believed.alternatives) = ([], []) }
        return (believed, objection)
    }

    private func objectionToText(of hypothesis: UtteranceHypothesis, hasSound: Bool) -> Rejection? {
        guard commands == nil, !hypothesis.words.isEmpty else { return nil }
        let isOfSilence = if case .engine? = hypothesis.source { !hasSound } else { false }
        guard isOfSilence || !hypothesis.isSpoken else { return nil }
        return Rejection(text: hypothesis.text, reason: .noSpeech, score: hypothesis.confidence)
    }

    /// What the utterance is; nil where nothing but text is wanted.
    ///
    /// - Parameters:
    ///   - hypothesis: what was heard.
    ///   - level: how loud its speech was, in dB against anything that stays the same; nil if nobody knows.
    ///   - isAskedFor: whether somebody pressed a button or said a wake phrase for it: they are meant, however quiet.
    package mutating func decide(
        _ hypothesis: UtteranceHypothesis, level: Double?, isAskedFor: Bool
    ) -> CommandInterpreter.Decision? {
        guard let decision = commands?.decide(hypothesis) else { return nil }
        guard case .accepted(let command) = decision, let level, let first = hypothesis.words.first,
            let last = hypothesis.words.last
        else { return decision }
        if !isAskedFor, background.isBackground(from: first.start, level: level) {
            return .rejected(
                Rejection(
                    text: command.text, reason: .background, score: command.score,
                    scores: hypothesis.verification, nearest: command.name))
        }
        background.commanded(until: last.end, level: level)
        return decision
    }

    /// What the utterance answers to a question. A yes much quieter than the command that asked is somebody else's, or a radio's; a no
    /// moves nothing, and is anybody's.
    ///
    /// - Parameter level: as of `decide`.
    package func answer(_ hypothesis: UtteranceHypothesis, level: Double?) -> YesNo.Answer {
        guard let answers else {
            return .unclear(Rejection(text: hypothesis.text, reason: .incomplete))
        }
        let answer = answers.decide(hypothesis)
        guard case .yes = answer, let level, let first = hypothesis.words.first,
            background.isBackground(answering: first.start, level: level)
        else { return answer }
        return .unclear(
            Rejection(
                text: hypothesis.text, reason: .background, score: hypothesis.confidence,
                scores: hypothesis.verification))
    }

    /// Another microphone, or a new start of this one: levels of before say nothing any more.
    package mutating func forgetLevels() {
        background = BackgroundSpeechRule()
    }
}
