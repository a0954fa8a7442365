import CLinux
import Glibc
import Platform

/// A request to stop, as something to wait for: any thread may raise it, and any may ask. Once raised it stays so.
///
/// It takes no signals from the program that makes it. A program that is to end in order on Ctrl-C asks for that:
///
/// ```swift
/// let summary = try StopSignal.withTerminationSignals { stop in
///     let appliance = try Appliance(configuration) { event in print(event.json) }
///     return try appliance.run(until: stop)
/// }
/// ```
public final class StopSignal: Sendable {
    /// Readable when a stop was asked for. For poll; then check ``isRaised``.
    public let descriptor: Int32

    private let request: EventDescriptor
    /// Nil where signals do not raise it.
    private let signals: SignalDescriptor?

    /// One that is raised by ``raise()`` alone.
    ///
    /// - Throws: `ApplianceError.unavailable` when the process has no descriptors left.
    public convenience init() throws(ApplianceError) { try self.init(signals: nil) }

    /// - Parameter signals: raise it, too.
    private init(signals: SignalDescriptor?) throws(ApplianceError) {
        do {
            request = try EventDescriptor()
        } catch {
            throw Self.unavailable("\(error)")
        }
        self.signals = signals
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard waits(for: request.descriptor), signals.map({ waits(for: $0.descriptor) }) ?? true else {
            throw Self.unavailable(systemText(errno))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func unavailable(_ reason: String) -> ApplianceError {
        .unavailable("cannot wait for a request to stop (\(reason)); allow more open files with 'ulimit -n'")
    }

    private func waits(for source: Int32) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, source, &event) == 0
    }

    /// Asks for the end.
    public func raise() {
        request.signal()
    }

    /// Whether it is time to stop. A signal that is seen here has done its work, and will not end the process.
    public var isRaised: Bool {
        guard !Descriptors.waitUntilReadable([descriptor], within: .zero).isEmpty else { return false }
        // Raise first, or a concurrent caller could see neither request nor signal.
        raise()
        _ = signals?.take()
        return true
    }
}

// MARK: - Signals

extension StopSignal {
    /// Lets Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP) raise a stop signal while `body` works, instead of
    /// ending the process. SIGHUP stays ignored where it is, as under nohup(1).
    ///
    /// The signals are blocked on the calling thread, and on threads that are started from it meanwhile; afterwards the
    /// calling thread's mask is as it was before. No other thread of the program may take them, so call it on the first
    /// thread, before there are others (Earshot's own never take one). A signal that came after the last
    /// ``isRaised`` is not lost: the process gets it when `body` is done.
    ///
    /// - Parameters:
    ///   - includingHangup: whether SIGHUP is one of them.
    ///   - body: is given the stop signal, which signals do not raise any more once it has returned.
    /// - Returns: what `body` does.
    /// - Throws: what `body` throws; `ApplianceError.unavailable` when the process has no descriptors left, and then `body`
    ///   does not begin.
    public static func withTerminationSignals<Result>(
        includingHangup: Bool = true, _ body: (StopSignal) throws -> Result
    ) throws -> Result {
        let hangup = includingHangup && !isIgnored(SIGHUP) ? [SIGHUP] : []
        var former = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let signals: SignalDescriptor
        do {
            signals = try SignalDescriptor(of: [SIGINT, SIGTERM] + hangup)
        } catch {
            throw unavailable("\(error)")
        }
        let stop = try StopSignal(signals: signals)
        // A second Ctrl-C must not interrupt the shutdown.
        defer { if stop.request.isSignalled { _ = signals.take() } }
        return try body(stop)
    }

    /// A blocked signal is delivered even when it is ignored, so it has to be asked.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
