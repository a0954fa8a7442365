import Glibc
import Synchronization

/// The umask is all of the process's, tests of other suites among it: one at a time changes it, and puts it back.
private let turn = Mutex(())

/// What `body` does under a umask of its own. Others see it meanwhile, too: it is kept short.
public func withUmask(_ mask: mode_t, _ body: () throws -> Void) rethrows {
    try turn.withLock { _ in
        let before = umask(mask)
        defer { umask(before) }
        try body()
    }
}
