import CEvdev
import Glibc
import Platform

/// What takes keys as if somebody pressed them.
protocol KeyTaking {
    /// Presses a key, or lets it go.
    ///
    /// - Throws: `KeyboardError.lost`.
    func take(_ event: KeyEvent) throws(KeyboardError)
}

/// A keyboard that the kernel makes for this program alone, by its driver uinput (kernel documentation, "uinput module").
/// It is unplugged with the last reference, and what was still held is let go by the kernel. Owned by one thread.
///
/// ```swift
/// let keyboard = try Keyboard()
/// for event in keystroke.events { try keyboard.take(event) }
/// ```
final class Keyboard: KeyTaking {
    private let device: OpaquePointer
    /// The kernel's file of it, `/dev/input/event7`.
    let path: String

    /// - Throws: `KeyboardError.noDriver`, `.notPermitted`, `.noDevice` or `.outOfMemory`.
    init(named name: String = "Earshot dictation") throws(KeyboardError) {
        guard let description = libevdev_new() else { throw .outOfMemory }
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_set_id_bustype(description, Int32(BUS_VIRTUAL))
        // All that a keyboard may have: what has too few keys is taken for a row of buttons.
        for code in 1..<UInt32(KEY_COMPOSE) {
            libevdev_enable_event_code(description, UInt32(EV_KEY), code, nil)
        }
        var device: OpaquePointer?
        let failure = libevdev_uinput_create_from_device(
            description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &device)
        guard failure == 0, let device else { throw Self.refusal(-failure) }
        self.device = device
        path = libevdev_uinput_get_devnode(device).map { String(cString: $0) } ?? ""
    }

    deinit { libevdev_uinput_destroy(device) }

    func take(_ event: KeyEvent) throws(KeyboardError) {
        var failure = libevdev_uinput_write_event(
            device, UInt32(EV_KEY), event.code, event.isPressed ? 1 : 0)
        if failure == 0 {
            failure = libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
        }
        if failure != 0 { throw .lost(code: -failure) }
    }

    private static func refusal(_ code: Int32) -> KeyboardError {
        switch code {
        case ENOENT, ENODEV, ENXIO: .noDriver
        case EACCES, EPERM: .notPermitted(user: UserAccount.current?.name ?? "this user")
        default: .noDevice(code: code)
        }
    }
}
