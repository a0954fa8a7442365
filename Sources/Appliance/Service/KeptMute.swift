import Glibc
import Platform

/// Whether the microphone was muted by what leaves no trace of it, kept from one start of the service to the next: where somebody
/// asked for silence, a crash or an upgrade does not end it. It is in the service's folder for this run of the machine, and nowhere
/// else.
///
/// ```swift
/// if let problem = KeptMute(by: .request, in: ServiceFolder.runtime).keep(true) { Log.warning(problem, from: "mute") }
/// ```
///
/// Any thread may use it.
struct KeptMute: Sendable {
    /// What muted it.
    enum Means: String, Sendable {
        /// A program asked for it.
        case request = "muted"
        /// A push-button was pressed. A switch shows by itself how it is.
        case press = "muted-by-button"
    }

    private let path: String?

    /// - Parameter folder: nil keeps nothing.
    init(by means: Means, in folder: String?) {
        path = folder.map { "\($0)/\(means.rawValue)" }
    }

    /// Whether it muted it, and nothing has ended that.
    var isOn: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// - Returns: why it could not be kept, and what follows; nil if it is.
    func keep(_ isOn: Bool) -> String? {
        guard let path else { return nil }
        if isOn {
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            guard file < 0 else {
                close(file)
                return nil
            }
            return
                "that the microphone is muted cannot be kept in '\(path)' (\(systemText(errno))): it hears again after a "
                + "restart of the program; mute it again then"
        }
        guard unlink(path) != 0, errno != ENOENT else { return nil }
        return
            "'\(path)' cannot be removed (\(systemText(errno))): the microphone is muted again after a restart of the "
            + "program; remove that file"
    }
}
