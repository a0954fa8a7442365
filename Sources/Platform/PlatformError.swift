import Glibc

/// What the system refused. Modules wrap it into an error of their own, which says what to do.
package enum PlatformError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `call` failed with the errno `code`: there is no memory, thread or descriptor left.
    case refused(call: String, code: Int32)

    /// The errno.
    package var code: Int32 {
        switch self {
        case .refused(_, let code): code
        }
    }

    /// The system's own words for it.
    package var description: String { systemText(code) }
}
