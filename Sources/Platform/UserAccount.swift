import Glibc

/// A user of this machine, and what its permissions grant it.
///
/// ```swift
/// if let service = UserAccount(named: "earshot"), !service.may(S_IROTH, "/etc/earshot/site.yaml") { … }
/// ```
///
/// Any thread may ask; each question looks anew.
package struct UserAccount: Sendable {
    private let user: uid_t
    private let group: gid_t

    /// Nil where there is no such user.
    package init?(named name: String) {
        guard let account = getpwnam(name)?.pointee else { return nil }
        (user, group) = (account.pw_uid, account.pw_gid)
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
