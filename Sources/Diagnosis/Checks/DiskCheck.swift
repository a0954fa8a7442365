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

        /// Those that some folders are on, or would be, each once and by the first of its folders: `/` comes last.
        package static func holding(_ folders: [String]) -> [Volume] {
            var devices: Set<dev_t> = []
            return folders.compactMap { folder in
                guard let place = existing(folder), devices.insert(place.device).inserted else { return nil }
                var status = statvfs()
                guard statvfs(place.path, &status) == 0 else { return nil }
                return Volume(
                    path: folder, freeBytes: UInt64(status.f_bavail) * UInt64(status.f_frsize),
                    isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
            }
        }

        /// The nearest folder that is there already, and its device.
        private static func existing(_ folder: String) -> (path: String, device: dev_t)? {
            var path = folder
            var status = stat()
            while stat(path, &status) != 0 {
                guard path.count > 1 else { return nil }
                path = SystemFiles.folder(of: path)
            }
            return (path, status.st_dev)
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
            // Nothing is kept there, or it would go by the name of what is.
            if volume.isReadOnly, volume.path == "/" { return .ok("/ is read-only") }
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
