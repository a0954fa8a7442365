import Appliance
import Glibc
import Platform

/// Whether dictated text can go where the configuration says: files that may be written, programs that may be started.
///
/// Nothing is written, and no program is started.
package struct SinkCheck: HealthCheck {
    /// Who will write.
    package enum Writer: Sendable, Hashable {
        /// Whoever asks.
        case thisUser
        /// The service, which may write to these folders alone, and what is in them.
        case service(folders: [String])

        /// Who works by a configuration: its file says it.
        package init(of configuration: String, asSystemdKnows service: ServiceState?) {
            self =
                ServiceUser.reads(configuration)
                ? .service(folders: Self.folders + (service?.writableFolders ?? [])) : .thisUser
        }

        /// By the unit that is installed.
        private static let folders = ["/var/lib/earshot", "/run/earshot"]
    }

    package let subject = "text"
    private let sinks: [SinkOptions]
    private let writer: Writer

    package init(_ sinks: [SinkOptions], by writer: Writer) {
        self.sinks = sinks
        self.writer = writer
    }

    package func examine() -> [Finding] {
        let findings = sinks.map { sink -> Finding in
            switch sink.target {
            case .file(let path, let rotation):
                file(path, isMoved: rotation != nil) ?? .ok("goes to '\(path)'")
            case .program(let arguments): program(arguments) ?? .ok("goes to '\(arguments[0])'")
            case .standardOutput where writer != .thisUser:
                .fail(
                    "standard output of the service is the journal, in which no words are kept",
                    "write '{ file: /var/lib/earshot/text.txt }' in place of 'stdout' under 'dictation: to:'")
            case .standardOutput: .ok("goes to standard output")
            }
        }
        return findings.sorted { $0.level > $1.level }
    }

    private func file(_ path: String, isMoved: Bool) -> Finding? {
        let folder = SystemFiles.folder(of: path)
        if case .service(let folders) = writer {
            guard folders.contains(where: { path.isBelow($0) || path == $0 && !isMoved }) else {
                return .fail(
                    "the service may not write '\(path)'",
                    "name a file under /var/lib/earshot; or 'sudo install -d -o \(ServiceUser.name) -g \(ServiceUser.name) \(folder.asShellWord)', "
                        + "'sudo systemctl edit earshot', and there '[Service]' and 'ReadWritePaths=\(folder)'"
                )
            }
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return .fail("there is no folder '\(folder)' for '\(path)'", making(folder))
        }
        guard lstat(path, &status) == 0 else {
            return mayWrite(folder)
                ? nil : .fail("'\(folder)' may not be written, for '\(path)'", making(folder))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .fail("'\(path)' is no file", "name another under 'dictation: to:'")
        }
        guard mayWrite(path) else {
            // As one that root has made by trying it by hand.
            let owner = writer == .thisUser ? "$USER" : "\(ServiceUser.name):\(ServiceUser.name)"
            return .fail("'\(path)' may not be written", "'sudo chown \(owner) \(path.asShellWord)'")
        }
        guard !isMoved || mayWrite(folder) else {
            return .fail(
                "'\(folder)' may not be written, where 'rotate' moves '\(path)'",
                "\(making(folder)); or remove 'rotate'")
        }
        return nil
    }

    private func mayWrite(_ path: String) -> Bool {
        switch writer {
        case .thisUser: access(path, W_OK) == 0
        case .service: ServiceUser.mayWrite(path)
        }
    }

    private func making(_ folder: String) -> String {
        switch writer {
        case .thisUser: "'sudo install -d -o $USER \(folder.asShellWord)', or name a file elsewhere"
        case .service: "'sudo install -d -o \(ServiceUser.name) -g \(ServiceUser.name) \(folder.asShellWord)'"
        }
    }

    private func program(_ arguments: [String]) -> Finding? {
        let path = arguments[0]
        if writer != .thisUser, ServiceUser.hidden.contains(where: { path.isBelow($0) }) {
            return .fail(
                "the service does not see '\(path)'", "put the program elsewhere, such as into /usr/local/bin"
            )
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let words = path.split(separator: " ")
            return .fail(
                "there is no program '\(path)'",
                arguments.count == 1 && words.count > 1
                    ? "write what it is given as a list: [\(words.joined(separator: ", "))]"
                    : "install it, or correct its path under 'dictation: to:'")
        }
        let mayRun = writer == .thisUser ? access(path, X_OK) == 0 : ServiceUser.mayRun(path)
        return mayRun ? nil : .fail("'\(path)' may not be started", "sudo chmod a+rx \(path.asShellWord)")
    }
}
