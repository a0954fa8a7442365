import Glibc

/// The file system that a folder is on.
///
/// ```swift
/// if FileSystem(of: "/var/lib/earshot").isVolatile { print("forgotten when the machine starts anew") }
/// ```
package struct FileSystem: Sendable, Hashable {
    /// What the kernel calls its kind: `ext4`; nil where it does not tell.
    package let kind: String?

    /// - Parameter folder: where there is none yet, the nearest one above it counts.
    package init(of folder: String) {
        kind = Self.mount(of: folder).flatMap { Self.kind(ofMount: $0) }
    }

    /// Whether what is written there is gone once the machine has started anew. An overlay may have its changes on a disk, which it does
    /// not tell.
    package var isVolatile: Bool { kind.map { Self.isVolatile($0) } ?? false }

    /// Likewise, for a kind by its name.
    package static func isVolatile(_ kind: String) -> Bool {
        switch kind {
        case "ramfs", "rootfs", "tmpfs": true
        case "overlay", "aufs", "fuse.unionfs", "fuse.unionfs-fuse", "fuse.fuse-overlayfs": true
        default: false
        }
    }

    /// The number of its mount.
    private static func mount(of folder: String) -> Substring? {
        var folder = folder
        var opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        while opened < 0, errno == ENOENT, folder != "/", folder != "." {
            folder = SystemFiles.folder(of: folder)
            opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        let facts = SystemFiles.text(of: "/proc/self/fdinfo/\(opened)") ?? ""
        let fact = facts.split(whereSeparator: \.isNewline).first { $0.hasPrefix("mnt_id:") }
        return fact?.split(whereSeparator: \.isWhitespace).last
    }

    /// `36 35 98:0 / /mnt rw,noatime shared:1 - ext4 /dev/root rw`, of proc_pid_mountinfo(5).
    private static func kind(ofMount mount: Substring) -> String? {
        SystemFiles.firstValue(in: "/proc/self/mountinfo") { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.first == mount, let dash = words.firstIndex(of: "-") else { return nil }
            return words[dash...].dropFirst().first.map(String.init)
        }
    }
}
