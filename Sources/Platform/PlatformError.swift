import Glibc

/// What the system refused. Modules wrap it into an error of their own, which says what to do.
package enum PlatformError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `call` failed with the errno `code`: there is no memory, thread or descriptor left.
    case refused(call: String, code: Int32)

    /// The system's own words for it.
    package var description: String {
        switch self {
        case .refused(_, let code):
            String(cString: strerror(code))
        }
    }
}
