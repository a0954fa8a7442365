import Glibc

/// A user of this machine, and what its permissions grant it.
///
/// ```swift
/// if let service = UserAccount(named: "earshot"), !service.may(S_IROTH, "/etc/earshot/site.yaml") { … }
/// ```
///
/// Any thread may ask; each question looks anew.
package struct UserAccount: Sendable {
    /// What it is called: `earshot`.
    package let name: String
    private let user: uid_t
    private let group: gid_t

    /// Nil where there is no such user.
    package init?(named name: String) {
        self.init { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// Nil where that number has no name.
    package init?(_ user: uid_t) {
        self.init { getpwuid_r(user, $0, $1, $2, $3) }
    }

    /// Whose rights this process has.
    package static var current: UserAccount? { UserAccount(geteuid()) }

    private typealias Search = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    private init?(_ search: Search) {
        // A user's record is some hundred bytes; where it has more, glibc asks for a larger room.
        var room = [CChar](repeating: 0, count: 1024)
        var record = passwd()
        var found: UnsafeMutablePointer<passwd>?
        while room.withUnsafeMutableBufferPointer({ search(&record, $0.baseAddress!, $0.count, &found) })
            == ERANGE
        {
            room = [CChar](repeating: 0, count: room.count * 2)
        }
        guard found != nil else { return nil }
        // The record's texts lie in the room.
        name = withExtendedLifetime(room) { String(cString: record.pw_name) }
        (user, group) = (record.pw_uid, record.pw_gid)
    }

    /// Whether a file's mode grants this. Access lists are not looked at, nor the folders that the file is in, nor are groups but the
    /// user's first.
    ///
    /// - Parameter right: given as a right of others: `S_IROTH`, `S_IWOTH` or `S_IXOTH`.
    package func may(_ right: mode_t, _ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let shift: mode_t = status.st_uid == user ? 6 : status.st_gid == group ? 3 : 0
        return status.st_mode & (right << shift) != 0
    }
}
