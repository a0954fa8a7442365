import CLinux
import Glibc

/// Signals as something to wait for and look for (signalfd(2)), instead of something that interrupts.
///
/// ```swift
/// let ending = try SignalDescriptor(SIGINT, SIGTERM)      // on the first thread, before there are others
/// Descriptors.waitUntilReadable([ending.descriptor])
/// if ending.take() { return }
/// ```
package final class SignalDescriptor: Sendable {
    /// Readable while one of the signals has come and was not taken.
    package let descriptor: Int32

    /// Blocks the signals on the calling thread, and on threads that are started from it, until the thread's mask is set anew.
    ///
    /// - Throws: `PlatformError.refused` when the process has no descriptors left; nothing is blocked then.
    package convenience init(_ signals: Int32...) throws(PlatformError) { try self.init(of: signals) }

    /// As above.
    package init(of signals: [Int32]) throws(PlatformError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard descriptor >= 0 else { throw .refused(call: "signalfd", code: errno) }
        // Not before the descriptor reads them: what is blocked and read by nobody could not end the process at all.
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether one of the signals has come since this was asked before.
    package func take() -> Bool {
        var signal = signalfd_siginfo()
        var hasCome = false
        while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 { hasCome = true }
        return hasCome
    }
}
