import Glibc
import Platform
import Synchronization

/// Buffered files of the C library (`FILE`) which decoder threads use while the program may end.
///
/// At its end the C library takes every such file's buffer away, also from a thread that is just writing to it: what
/// came through the pipe of acoustic scores was garbage then, and the program died of it. So the end waits for every use
/// of one, and none begins after it. Nothing is cancelled for that: the longest use is a model being loaded, or
/// one block of sound (50 ms) whose scores are searched as it comes.
///
/// Source: `_IO_cleanup` in genops.c of glibc, which `exit` calls when the functions of `atexit` have returned, and which
/// leaves files without a buffer alone.
final class BufferedFiles: Sendable {
    private struct State {
        var users = 0
        var isOver = false
    }

    /// Of this process; its end is the process's.
    static let ofProcess: BufferedFiles = {
        atexit { BufferedFiles.ofProcess.end() }
        return BufferedFiles()
    }()

    private let state = Mutex(State())
    /// Signalled when the last use ends after the end has begun.
    private let lastUse = Semaphore()

    /// Uses them. Does not return after the end: the thread sleeps until the process is gone.
    func use<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        acquire()
        defer { release() }
        return try body()
    }

    /// Begins to use them, as `use` does, where that does not end in the same function.
    ///
    /// - Parameter leave: done before the thread sleeps at the end: lets go those who would wait for it meanwhile, and use them.
    func acquire(orAtEnd leave: () -> Void = {}) {
        while !enter() {
            leave()
            pause()
        }
    }

    /// Uses them no more.
    func release() {
        let isLast = state.withLock { state in
            state.users -= 1
            return state.isOver && state.users == 0
        }
        if isLast { lastUse.signal() }
    }

    /// Waits until none is in use, and allows no further use.
    ///
    /// Not longer than 2 s: PocketSphinx ends the process from within on some broken models, and a program that does
    /// not end is worse than one that ends badly.
    ///
    /// - Returns: whether none is in use.
    @discardableResult
    func end() -> Bool {
        let isUsed = state.withLock { state in
            state.isOver = true
            return state.users > 0
        }
        return !isUsed || lastUse.wait(within: .seconds(2))
    }

    /// Whether none may be used any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    private func enter() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.users += 1
            return true
        }
    }
}
