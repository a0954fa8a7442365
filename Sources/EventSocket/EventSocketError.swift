import Platform

/// Why a program cannot ask the appliance. Every message says what to do.
package enum EventSocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No appliance listens at `path`.
    case noAppliance(path: String)
    /// The user whom this program runs as may not use the socket at `path`.
    case notPermitted(path: String, user: String)
    /// The system refuses a connection to `path`, for the reason `code`, an errno.
    case unreachable(path: String, code: Int32)
    /// There is an appliance that does not answer.
    case silent
    /// The appliance has gone.
    case ended
    /// The appliance lets this program go, and says why, and what to do.
    case dismissed(reason: String)
    /// The appliance at `path` replies as those of another version do.
    case otherVersion(path: String)

    package var description: String {
        switch self {
        case .noAppliance(let path):
            "no appliance listens at \(path); is it running ('systemctl status earshot'), with that path under 'socket:'?"
        case .notPermitted(let path, let user):
            "user '\(user)' may not use \(path); 'sudo adduser \(user) earshot' allows it, from the next login or start on"
        case .unreachable(let path, let code): "\(path): \(systemText(code))"
        case .silent: "the appliance does not answer; 'systemctl status earshot' says how it is"
        case .ended: "the appliance has ended the connection"
        case .dismissed(let reason): "the appliance lets this program go: \(reason)"
        case .otherVersion(let path): "the reply of \(path) is of another version of earshot"
        }
    }
}
