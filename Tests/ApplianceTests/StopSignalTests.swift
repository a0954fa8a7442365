import Glibc
import Testing

@testable import Appliance

@Suite struct StopSignalTests {
    @Test("A stop signal takes no signals from the program that makes it")
    func takesNone() throws {
        try withSignals {
            let stop = try StopSignal()
            #expect(Self.blocked == [])
            #expect(!stop.isRaised)
            stop.raise()
            #expect(stop.isRaised && Self.isReadable(stop))
        }
    }

    @Test(
        "While it is asked for, Ctrl-C, SIGTERM and SIGHUP raise it; afterwards the thread's mask is what it was"
    )
    func raisedBySignals() throws {
        try withSignals {
            for signal in Self.signals {
                let stop = try StopSignal.withTerminationSignals { stop in
                    #expect(Self.blocked == Self.signals)
                    #expect(!stop.isRaised && !Self.isReadable(stop))
                    // For this thread alone, and not for the other tests.
                    pthread_kill(pthread_self(), signal)
                    #expect(Self.isReadable(stop) && stop.isRaised)
                    return stop
                }
                #expect(Self.blocked == [] && stop.isRaised)
            }
        }
    }

    @Test("The mask is what it was after an error, too, and where some of the signals were blocked before")
    func formerMask() throws {
        struct Failure: Error {}
        withSignals(blocked: [SIGTERM]) {
            #expect(throws: Failure.self) { try StopSignal.withTerminationSignals { _ in throw Failure() } }
            #expect(Self.blocked == [SIGTERM])
        }
    }

    @Test("Asking again for the end that is in the making does not cut it off")
    func twice() throws {
        try withSignals {
            try StopSignal.withTerminationSignals { stop in
                pthread_kill(pthread_self(), SIGINT)
                #expect(stop.isRaised)
                pthread_kill(pthread_self(), SIGINT)
                pthread_kill(pthread_self(), SIGTERM)
            }
            #expect(Self.pending == [])
        }
    }

    @Test("A signal that nobody has seen comes to the program when its mask is what it was")
    func unseen() throws {
        // Blocked before, so that it stays pending afterwards.
        try withSignals(blocked: [SIGTERM]) {
            try StopSignal.withTerminationSignals { _ in _ = pthread_kill(pthread_self(), SIGTERM) }
            #expect(Self.pending == [SIGTERM])
            var set = Self.set([SIGTERM])
            var taken: Int32 = 0
            sigwait(&set, &taken)
        }
    }
}

extension StopSignalTests {
    /// Does it on this thread with all of these signals coming to it, but for `blocked`.
    private func withSignals(blocked: [Int32] = [], _ body: () throws -> Void) rethrows {
        var former = sigset_t()
        var set = Self.set(Self.signals)
        pthread_sigmask(SIG_UNBLOCK, &set, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        set = Self.set(blocked)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        try body()
    }

    private static func set(_ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    private static let signals = [SIGHUP, SIGINT, SIGTERM]

    /// Which of the signals are blocked on the calling thread.
    private static var blocked: [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return signals.filter { sigismember(&mask, $0) == 1 }
    }

    /// Which of the signals wait for the calling thread to take them.
    private static var pending: [Int32] {
        var set = sigset_t()
        sigpending(&set)
        return signals.filter { sigismember(&set, $0) == 1 }
    }

    private static func isReadable(_ stop: StopSignal) -> Bool {
        var item = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) == 1
    }
}
