import CSystemd

extension ServiceManager {
    /// The sockets that systemd listens at for the program, in the order of its `.socket` unit; none where it was started by hand.
    ///
    /// They are handed out once, and belong to whoever asked. Call it before there are other threads: it takes what names them out
    /// of the environment, so that no program that is started later takes them for its own.
    ///
    /// ```swift
    /// if let socket = ServiceManager.takeSockets().first { serve(socket) }
    /// ```
    ///
    /// Source: sd_listen_fds(3).
    package static func takeSockets() -> [Int32] {
        (0..<max(sd_listen_fds(1), 0)).map { SD_LISTEN_FDS_START + $0 }
    }
}
