/// Why nothing can be typed. Every message says what to do.
package enum KeyboardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kernel makes no keyboard: no driver, or not for this user.
    case noDevice(String)
    /// Nobody knows such a layout.
    case unknownLayout(String)
    /// The keyboard has gone, as a kernel's driver that is unloaded.
    case lost(String)

    package var description: String {
        switch self {
        case .noDevice(let message), .unknownLayout(let message), .lost(let message): message
        }
    }
}
