import Commands
import Recognition
import Station

extension Configuration {
    /// The same phrases with no command believed and nothing to wait for but speech: every utterance that would have
    /// been a command is a rejection with its scores, to be judged afterwards with any trust.
    public func refusingAll() -> Configuration {
        var all = self
        if all.listen == .button { all.listen = .always }
        all.voice = nil
        all.lights = [:]
        all.buttons = [:]
        for index in all.commands.indices {
            all.commands[index].trust = .nobody
            all.commands[index].confirm = .none
        }
        return all
    }
}

extension Trust {
    /// Accepts nothing.
    fileprivate static let nobody = Trust(
        wordMean: .infinity, worstWindow: -.infinity, worstWords: .infinity, lengthSpread: -.infinity)
}

extension Trust {
    /// How far each measure is inside its threshold; what is negative refuses. A threshold that lets everything pass
    /// has no margin to tell.
    public func margins(of scores: VerificationScores) -> [(measure: Measure, value: Double, margin: Double)]
    {
        [
            (.wordMean, scores.wordMean, scores.wordMean - wordMean),
            (.worstWindow, scores.worstWindow, worstWindow - scores.worstWindow),
            (.worstWords, scores.worstWords, scores.worstWords - worstWords),
            (.lengthSpread, scores.lengthSpread, lengthSpread - scores.lengthSpread),
        ]
    }

    /// The four measures, by their names in a configuration.
    public enum Measure: String, Sendable, CaseIterable {
        case wordMean = "word_mean"
        case worstWindow = "worst_window"
        case worstWords = "worst_words"
        case lengthSpread = "length_spread"
    }
}
