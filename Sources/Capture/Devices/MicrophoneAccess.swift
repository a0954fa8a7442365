import Glibc
import Platform

/// Whether this process may record: what authorization is on a system whose devices belong to groups.
///
/// ```swift
/// switch MicrophoneAccess.check() {
/// case .authorized: try engine.start()
/// case .denied(let group): print("add this user to the group '\(group)'")
/// case .restricted: print("no microphone is plugged in")
/// }
/// ```
package enum MicrophoneAccess: Sendable, Hashable {
    /// Some device can be recorded from.
    case authorized
    /// There are devices, and members of this group may record from them.
    case denied(group: String)
    /// There is nothing to record from.
    case restricted

    /// Looks at the recording devices in `folder`. Cheap; any thread.
    package static func check(folder: String = "/dev/snd") -> MicrophoneAccess {
        var owner: gid_t?
        for name in SystemFiles.names(in: folder) where name.hasPrefix("pcm") && name.hasSuffix("c") {
            let path = "\(folder)/\(name)"
            // alsa-lib opens for reading and writing, also to record. The kernel is asked, since a file's mode is not all
            // there is: udev admits the user at the machine by an access control list (systemd's 70-uaccess.rules).
            if faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 { return .authorized }
            var status = stat()
            if stat(path, &status) == 0 { owner = status.st_gid }
        }
        return owner.map { .denied(group: groupName($0)) } ?? .restricted
    }

    /// The name of a group, or its number when it has none.
    static func groupName(_ id: gid_t) -> String {
        var size = 1 << 10
        while true {
            let memory = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { memory.deallocate() }
            var record = group()
            var found: UnsafeMutablePointer<group>?
            // A group with many members needs a larger buffer.
            if getgrgid_r(id, &record, memory, size, &found) == ERANGE {
                size *= 2
            } else {
                return found.map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
            }
        }
    }
}
