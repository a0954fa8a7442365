import Glibc

/// Whom a thread is when it uses files: Linux keeps that for each thread apart from who it is otherwise.
///
/// The calls have no header that Swift's Glibc shows, so they are looked up.
enum FileUser {
    /// Gives what `work` does as this user and group. Only root can become another.
    static func run<Result>(as user: uid_t, group: gid_t, _ work: () -> Result) -> Result {
        _ = setGroup(group)
        _ = setUser(user)
        defer {
            _ = setUser(geteuid())
            _ = setGroup(getegid())
        }
        return work()
    }

    /// Lets `user` read and write a file whose mode is `rw-rw----`, by an access control list, as udev does for whoever
    /// sits at the machine; false where the file system keeps none.
    static func admit(_ user: uid_t, to path: String) -> Bool {
        // <linux/posix_acl_xattr.h>: the version, then the entries, all in little endian: here the file's owner, `user`,
        // the file's group, the mask and everybody else.
        let entries: [(tag: UInt32, permissions: UInt32, user: UInt32)] = [
            (1, 6, .max), (2, 6, user), (4, 6, .max), (0x10, 6, .max), (0x20, 0, .max),
        ]
        let list: [UInt32] = [2] + entries.flatMap { [$0.tag | $0.permissions << 16, $0.user] }
        return list.withUnsafeBytes {
            setAttribute(path, "system.posix_acl_access", $0.baseAddress!, $0.count, 0) == 0
        }
    }

    private typealias SetIdentity = @convention(c) (UInt32) -> Int32
    private typealias SetAttribute =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
        ) -> Int32

    private static let setUser = unsafeBitCast(dlsym(nil, "setfsuid")!, to: SetIdentity.self)
    private static let setGroup = unsafeBitCast(dlsym(nil, "setfsgid")!, to: SetIdentity.self)
    private static let setAttribute = unsafeBitCast(dlsym(nil, "setxattr")!, to: SetAttribute.self)
}
