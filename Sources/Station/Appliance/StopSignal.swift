import CLinux
import Glibc

/// Ctrl-C and SIGTERM as something to wait for, so that the end is as orderly as the rest.
///
/// Make it before any thread is started: threads inherit the mask that keeps these signals from ending the process.
/// Any thread may ask; the descriptor becomes readable once and stays so.
public final class StopSignal: Sendable {
    /// Readable when a signal has come, or `raise()` was called. For poll.
    public let descriptor: Int32

    /// Takes SIGINT and SIGTERM over for the whole process.
    public init() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    deinit { close(descriptor) }

    /// Whether it is time to stop.
    public var isRaised: Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }
}
