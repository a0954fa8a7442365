import CLinux
import Glibc

/// SIGHUP as something to look for: a program that has no terminal to lose is asked by it to read its configuration again.
///
/// ```swift
/// let hangup = try HangupSignal()     // on the first thread, before there are others
/// if hangup.take() { reload() }
/// ```
package final class HangupSignal: Sendable {
    private let signals: Int32

    /// Blocks the signal on the calling thread, and on threads that are started from it, for good.
    ///
    /// - Throws: `ApplianceError.unavailable` when the process has no descriptors left.
    package init() throws(ApplianceError) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGHUP)
        signals = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard signals >= 0 else {
            throw .unavailable(
                "cannot wait for signals (\(String(cString: strerror(errno)))); allow more open files with 'ulimit -n'"
            )
        }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    deinit { close(signals) }

    /// Whether the signal has come since this was asked before.
    package func take() -> Bool {
        var signal = signalfd_siginfo()
        var hasCome = false
        while read(signals, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 { hasCome = true }
        return hasCome
    }
}
