import Platform

/// Why nothing can be typed. Every message says what to do.
package enum KeyboardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no memory left for a keyboard or its layout.
    case outOfMemory
    /// The kernel has no driver that makes keyboards.
    case noDriver
    /// The kernel makes none for the user whom this program runs as.
    case notPermitted(user: String)
    /// The kernel makes none, for the reason `code`, an errno.
    case noDevice(code: Int32)
    /// Nobody knows a layout of this name, or not in this variant, which is empty for none.
    case unknownLayout(String, variant: String)
    /// The keyboard has gone, as when the kernel's driver is unloaded, for the reason `code`, an errno.
    case lost(code: Int32)

    package var description: String {
        switch self {
        case .outOfMemory: "there is no memory left for a keyboard"
        case .noDriver:
            "the kernel makes no keyboard, as there is no /dev/uinput; 'sudo modprobe uinput' loads its driver"
        case .notPermitted(let user):
            "user '\(user)' may not use /dev/uinput; the service's user may, by its rule for udev: "
                + "'sudo udevadm trigger /dev/uinput' applies it, 'ls -l /dev/uinput' shows it"
        case .noDevice(let code): "the kernel makes no keyboard: \(systemText(code)) (/dev/uinput)"
        case .unknownLayout(let name, let variant):
            "there is no keyboard layout '\(name)'\(variant.isEmpty ? "" : " with variant '\(variant)'"); "
                + "'man xkeyboard-config' lists them, such as us, gb, de, fr"
        case .lost(let code): "the keyboard has gone: \(systemText(code))"
        }
    }
}
