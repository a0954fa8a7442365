import Appliance
import Interpretation

extension ApplianceConfiguration {
    /// The same phrases, believed as before, with nothing to wait for but speech, and without anything that follows: a
    /// command is an event alone. Lights, buttons, voice and questions are left out; outputs stay, and no command moves
    /// them.
    package func doingNothing() -> ApplianceConfiguration {
        var idle = self
        if idle.listen == .button { idle.listen = .always }
        idle.voice = nil
        idle.lights = [:]
        idle.buttons = [:]
        for index in idle.commands.indices {
            idle.commands[index].steps = []
            idle.commands[index].confirm = .none
        }
        return idle
    }

    /// As `doingNothing`, with no command believed: every utterance that would have been one is a rejection with its
    /// scores, to be judged afterwards with any trust.
    ///
    /// What an appliance knows by the commands that it believed, as how loud whoever gave them is, it does not know then.
    func refusingAll() -> ApplianceConfiguration {
        var all = doingNothing()
        for index in all.commands.indices { all.commands[index].trust = .nobody }
        return all
    }
}

extension Trust {
    /// Accepts nothing.
    fileprivate static let nobody = Trust(.infinity)
}
