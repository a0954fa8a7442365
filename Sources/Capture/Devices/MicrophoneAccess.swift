import Glibc

/// Whether this process may record: what authorization is on a system whose devices belong to groups.
///
/// ```swift
/// switch MicrophoneAccess.check() {
/// case .authorized: try engine.start()
/// case .denied(let group): print("add this user to the group '\(group)'")
/// case .restricted: print("no microphone is plugged in")
/// }
/// ```
public enum MicrophoneAccess: Sendable, Hashable {
    /// Some device can be recorded from.
    case authorized
    /// There are devices, and members of this group may record from them.
    case denied(group: String)
    /// There is nothing to record from.
    case restricted

    /// Looks at the recording devices in `folder`. Cheap; any thread.
    public static func check(folder: String = "/dev/snd") -> MicrophoneAccess {
        var user = User(id: geteuid(), groups: [getegid()])
        var groups = [gid_t](repeating: 0, count: 256)
        let count = getgroups(Int32(groups.count), &groups)
        user.groups.formUnion(groups.prefix(Int(max(0, count))))
        return check(folder: folder, for: user)
    }

    struct User {
        var id: uid_t
        var groups: Set<gid_t>
    }

    static func check(folder: String, for user: User) -> MicrophoneAccess {
        var owner: gid_t?
        for name in SystemText.names(in: folder) where name.hasPrefix("pcm") && name.hasSuffix("c") {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            if user.mayReadAndWrite(status) { return .authorized }
            owner = status.st_gid
        }
        return owner.map { .denied(group: groupName($0)) } ?? .restricted
    }

    /// The name of a group, or its number when it has none.
    static func groupName(_ id: gid_t) -> String {
        getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
    }
}

extension MicrophoneAccess.User {
    fileprivate func mayReadAndWrite(_ status: stat) -> Bool {
        // alsa-lib opens for reading and writing, also to record.
        let needed: mode_t = 0o6
        if id == 0 { return true }
        if status.st_uid == id { return status.st_mode >> 6 & needed == needed }
        if groups.contains(status.st_gid) { return status.st_mode >> 3 & needed == needed }
        return status.st_mode & needed == needed
    }
}
