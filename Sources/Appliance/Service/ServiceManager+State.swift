import Configuration
import Service

extension ServiceManager {
    /// What `systemctl status` shows: the state, and of one in which nothing is heard the reason.
    func show(_ state: ApplianceState, because reason: String) {
        show(Self.status(of: state, because: reason))
    }

    /// `unavailable: microphone 'USB' is gone`: what is wrong, without what to do, which the log says. One line of at most
    /// 150 characters, since a line break would begin another message to the manager.
    static func status(of state: ApplianceState, because reason: String) -> String {
        guard state.isDeaf, let what = reason.split(separator: ";").first else { return state.rawValue }
        let text = String(what.unicodeScalars.map { $0.isControl ? " " : Character($0) })
        return String("\(state.rawValue): \(text)".prefix(150))
    }
}
