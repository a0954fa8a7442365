import Glibc
import Platform

/// The user that the service runs as, whom `earshot check` speaks for: what root may read and see, the service may not.
package enum ServiceUser {
    static let name = "earshot"
    static let folder = "/etc/earshot"

    /// What the service has of its own in the place of these, by its unit, so that it does not see the machine's.
    static let hidden = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"]

    /// Whether a configuration is the service's, on a machine that has one.
    package static func reads(_ path: String) -> Bool { isConfiguration(path) && account != nil }

    /// Whether a file lies where the service's configuration does, or a link to it, or what it is a link to.
    static func isConfiguration(_ path: String, in folder: String = ServiceUser.folder) -> Bool {
        let place = resolved(SystemFiles.folder(of: path)) ?? ""
        return [path, "\(place)/", resolved(path) ?? ""].contains { $0.hasPrefix("\(folder)/") }
    }

    /// Whether the service's user may write a file, or into a folder, by its mode.
    static func mayWrite(_ path: String) -> Bool { account?.may(S_IWOTH, path) ?? false }

    /// Whether it may run a program, by its mode.
    static func mayRun(_ path: String) -> Bool { account?.may(S_IXOTH, path) ?? false }

    static var account: UserAccount? { UserAccount(named: name) }

    /// Where a path leads by all links; nil where there is nothing.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension UserAccount {
    /// What keeps this user from reading a file, or the files in a folder: the folders on the way that it may not enter, and the files
    /// themselves, by their modes. None where there is no such file.
    func barriers(to path: String) -> [String] {
        guard let file = ServiceUser.resolved(path) else { return [] }
        let parts = file.split(separator: "/")
        var folders = parts.indices.map { "/" + parts[..<$0].joined(separator: "/") }
        var files = [file]
        var status = stat()
        if stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            folders.append(file)
            files = SystemFiles.names(in: file).map { "\(file)/\($0)" }
        }
        return folders.filter { !may(S_IXOTH, $0) } + files.filter { !may(S_IROTH, $0) }
    }
}

extension String {
    /// Whether it is the path of something in a folder, or in one of that.
    func isBelow(_ folder: String) -> Bool { hasPrefix(folder + "/") }
}
