import CLinux
import Glibc

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) as something to wait for, so that the end is as orderly as the
/// rest.
///
/// Make it first, and before the program starts threads of its own: they inherit the mask that keeps these signals from
/// ending the process. Earshot's threads never take one. Any thread may ask; the descriptor becomes readable once and
/// stays so.
///
/// ```swift
/// let stop = try StopSignal()
/// let appliance = try Appliance(configuration) { event in print(event.json) }
/// let summary = try appliance.run(until: stop)
/// ```
public final class StopSignal: Sendable {
    /// Readable when a signal has come, or `raise()` was called. For poll.
    public let descriptor: Int32

    private let signals: Int32
    private let request: Int32

    /// Takes SIGINT, SIGTERM and SIGHUP over for the whole process; SIGHUP only where it is not ignored, as nohup(1) has
    /// it.
    ///
    /// - Throws: `StationError.unavailable` when the process has no descriptors left; then the signals end it as before.
    public init() throws(StationError) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        if !Self.isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
        signals = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        request = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard min(signals, request, descriptor) >= 0, waits(for: signals), waits(for: request) else {
            let reason = String(cString: strerror(errno))
            throw .unavailable(
                "cannot wait for Ctrl-C and SIGTERM (\(reason)); allow more open files with 'ulimit -n'")
        }
        // Only now that they are waited for: a blocked signal that nobody sees could not end the process at all.
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    deinit {
        for open in [descriptor, request, signals] where open >= 0 { close(open) }
    }

    private func waits(for source: Int32) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, source, &event) == 0
    }

    /// A blocked signal is delivered even when it is ignored, so it has to be asked.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Asks for the end, as a signal would.
    public func raise() {
        eventfd_write(request, 1)
    }

    /// Whether it is time to stop.
    public var isRaised: Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }
}
