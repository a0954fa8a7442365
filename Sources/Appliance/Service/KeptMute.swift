import Glibc

/// Whether the microphone was muted by what leaves no trace of it, kept from one start of the service to the next: where somebody
/// asked for silence, a crash or an upgrade does not end it. It is in the service's folder for this run of the machine, and nowhere
/// else.
///
/// ```swift
/// KeptMute(by: .request, in: ServiceFolder.runtime).isOn = true
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

    var isOn: Bool {
        get { path.map { access($0, F_OK) == 0 } ?? false }
        nonmutating set {
            guard let path else { return }
            if newValue {
                let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                if file >= 0 { close(file) }
            } else {
                unlink(path)
            }
        }
    }
}
