import Glibc
import Platform

/// Whether there is room where something is kept.
package struct DiskCheck: HealthCheck {
    /// A file system, as it is found at a path.
    package struct Volume: Sendable, Hashable {
        package var path: String
        package var freeBytes: UInt64
        package var isReadOnly: Bool

        package init(path: String, freeBytes: UInt64, isReadOnly: Bool) {
            self.path = path
            self.freeBytes = freeBytes
            self.isReadOnly = isReadOnly
        }

        /// The one that a path is on, or would be; nil if there is none.
        package init?(of path: String) {
            var place = path
            var status = statvfs()
            while statvfs(place, &status) != 0 {
                guard let slash = place.lastIndex(of: "/"), place.count > 1 else { return nil }
                place = slash == place.startIndex ? "/" : String(place[..<slash])
            }
            self.init(
                path: path, freeBytes: UInt64(status.f_bavail) * UInt64(status.f_frsize),
                isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
        }
    }

    package let subject = "disk"
    private let volumes: [Volume]

    package init(_ volumes: [Volume]) { self.volumes = volumes }

    /// In bytes.
    private static let least: UInt64 = 10_000_000

    package func examine() -> [Finding] {
        volumes.map { volume in
            let free = "\(volume.freeBytes / 1_000_000) MB left in \(volume.path)"
            if volume.isReadOnly {
                return .warn(
                    "\(volume.path) may not be written: what was learned about the microphone and when outputs were switched "
                        + "is forgotten at a restart", "mount a writable folder there, such as a tmpfs")
            }
            if volume.freeBytes < Self.least {
                return .warn(free, "make room: 'journalctl --vacuum-size=50M', 'apt clean'")
            }
            return .ok(free)
        }
    }
}
