import Glibc
import Platform

/// The user that the service runs as, whom `earshot check` speaks for: what root may read, the service may not.
package enum ServiceUser {
    static let name = "earshot"
    private static let folder = "/etc/earshot"

    /// How to let the service read its configuration; nil where it may, where there is no service, and for other files.
    package static func remedy(for path: String) -> String? {
        guard let file = configuration(path), let user = account,
            !(user.may(S_IXOTH, folder) && user.may(S_IROTH, file))
        else { return nil }
        return
            "The service's user '\(name)' may not read this; 'sudo chmod a+rX \(folder) \(file)' lets it"
    }

    /// Whether a configuration is the service's, on a machine that has one.
    package static func reads(_ path: String) -> Bool { configuration(path) != nil && account != nil }

    /// Whether the service's user may write a file, or into a folder, by its mode.
    static func mayWrite(_ path: String) -> Bool { account?.may(S_IWOTH, path) ?? false }

    /// Whether it may run a program, by its mode.
    static func mayRun(_ path: String) -> Bool { account?.may(S_IXOTH, path) ?? false }

    private static var account: UserAccount? { UserAccount(named: name) }

    /// Where it lies, if that is where the service's are.
    private static func configuration(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let file = String(cString: resolved)
        return file.hasPrefix(folder + "/") ? file : nil
    }
}
