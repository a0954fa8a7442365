import Glibc

/// What a crash would leave behind: the last seconds of sound, on the disk or with the system's crash reporter. That
/// would break the promise to keep no sound, so nothing is left; an attached debugger still sees everything.
package enum CoreDump {
    /// Forbids it to this process and to whatever it starts.
    package static func forbid() {
        // Reporters to which the kernel pipes a dump, such as systemd-coredump, keep to the limit, too.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
