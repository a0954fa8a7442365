import CSystemd
import Glibc
import Platform

/// Who sits before the screen and the keyboards.
protocol SeatWatching {
    /// Who has the screen now. Asks the system: some hundred microseconds.
    func occupant() -> Seat.Occupant
}

/// A screen with its keyboards, as systemd's logind knows it. Owned by one thread.
///
/// ```swift
/// if case .user(let name) = Seat().occupant() { print(name) }
/// ```
final class Seat: SeatWatching {
    enum Occupant: Sendable, Hashable {
        /// Someone who has logged in, and whose screen is not locked.
        case user(String)
        /// Nobody: a login prompt, a login screen, a locked screen, or the system does not say; the words tell which.
        case nobody(String)
    }

    private let name: String
    private var bus: OpaquePointer?

    /// - Parameter name: `seat0` is the one that every machine has, and that keyboards of programs belong to.
    init(_ name: String = "seat0") { self.name = name }

    deinit { sd_bus_flush_close_unref(bus) }

    func occupant() -> Occupant {
        guard access("/run/systemd/seats", F_OK) == 0 else {
            return .nobody("systemd-logind does not run, which knows who sits there")
        }
        var found: UnsafeMutablePointer<CChar>?
        var user: uid_t = 0
        guard sd_seat_get_active(name, &found, &user) >= 0, let found else {
            return .nobody("nobody has logged in at \(name)")
        }
        defer { free(found) }
        let session = String(cString: found)
        guard Self.text(sd_session_get_class, session) == "user" else {
            return .nobody("\(name) shows a login screen")
        }
        switch isLocked(session) {
        case true?: return .nobody("the screen of \(name) is locked")
        case nil: return .nobody("systemd-logind does not say whether the screen of \(name) is locked")
        case false?: break
        }
        guard let account = UserAccount(user) else { return .nobody("user \(user) has no name") }
        return .user(account.name)
    }

    private static func text(
        _ ask: (UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32,
        _ session: String
    ) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard ask(session, &found) >= 0, let found else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// Nil when nobody answers. A connection that has ended is made anew by the next question.
    private func isLocked(_ session: String) -> Bool? {
        if bus == nil {
            guard sd_bus_open_system(&bus) >= 0 else { return nil }
            // In microseconds; a system that hangs is one that does not say.
            sd_bus_set_method_call_timeout(bus, 2_000_000)
        }
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode("/org/freedesktop/login1/session", session, &path) >= 0, let path
        else { return nil }
        defer { free(path) }
        var isLocked: Int32 = 0
        let result = sd_bus_get_property_trivial(
            bus, "org.freedesktop.login1", path, "org.freedesktop.login1.Session", "LockedHint", nil,
            CChar(UInt8(ascii: "b")), &isLocked)
        guard result >= 0 else {
            sd_bus_flush_close_unref(bus)
            bus = nil
            return nil
        }
        return isLocked != 0
    }
}
