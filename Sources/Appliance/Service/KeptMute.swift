import Glibc
import Platform

/// Whether the microphone was muted by request, kept from one start of the service to the next: where somebody asked for silence, a crash
/// or an upgrade does not end it. It is in the service's folder for this run of the machine (``ServiceFolder``), and nowhere else.
///
/// ```swift
/// KeptMute().isOn = true
/// ```
///
/// Any thread may use it.
struct KeptMute: Sendable {
    private let path: String?

    /// - Parameter folder: nil keeps nothing.
    init(in folder: String? = ServiceFolder.runtime) { path = folder.map { $0 + "/muted" } }

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
