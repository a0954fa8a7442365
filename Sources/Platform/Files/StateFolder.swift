/// Where this machine's Earshot keeps what it must not forget from one start to the next.
package enum StateFolder {
    /// The service's (`STATE_DIRECTORY`, which systemd sets), else `earshot` in the user's (`XDG_STATE_HOME`, or
    /// `~/.local/state`); nil without any of these. It need not exist yet.
    package static var path: String? {
        if let service = ServiceFolder.state { return service }
        let user =
            Environment.value("XDG_STATE_HOME") ?? Environment.value("HOME").map { $0 + "/.local/state" }
        return user.map { $0 + "/earshot" }
    }
}
