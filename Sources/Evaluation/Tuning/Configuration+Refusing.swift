import Commands
import Station

extension Configuration {
    /// The same phrases with no command believed and nothing to wait for but speech: every utterance that would have
    /// been a command is a rejection with its scores, to be judged afterwards with any trust. Lights, buttons and
    /// voice are left out; outputs stay, and no command moves them.
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
        wordMean: .infinity, worstWindow: -.infinity, worstWords: .infinity, lengthSpread: -.infinity,
        worstOutside: -.infinity, confidence: .infinity)
}
