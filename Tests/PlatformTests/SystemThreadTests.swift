import Glibc
import Platform
import Synchronization
import Testing

@Suite struct SystemThreadTests {
    @Test("A signal that ends the program never comes to a thread; a fault of its own does")
    func signals() throws {
        let inside = Mutex<[Int32]>([])
        let before = Self.blocked
        let thread = try SystemThread(name: "test") { inside.withLock { $0 = Self.blocked } }
        thread.join()
        #expect(inside.withLock { $0 } == [SIGHUP, SIGINT, SIGTERM])
        #expect(Self.blocked == before, "whoever starts a thread keeps a mask of his own")
    }

    @Test("A thread has its name, and is not whoever made it")
    func name() throws {
        let name = Mutex<String?>(nil)
        let thread = try SystemThread(name: "earshot-test") {
            let bytes = SystemFiles.bytes(of: "/proc/thread-self/comm")
            name.withLock { $0 = bytes.map { String(decoding: $0, as: UTF8.self) } }
        }
        #expect(!thread.isCurrent)
        thread.join()
        #expect(name.withLock { $0 } == "earshot-test\n")
    }

    @Test("What a thread was to do is let go when it is done, and when the system refuses it")
    func lettingGo() throws {
        final class Burden: Sendable {}
        weak var left: Burden?
        do {
            let burden = Burden()
            left = burden
            try SystemThread(name: "test") { _ = burden }.join()
            #expect(throws: PlatformError.self) {
                try SystemThread(name: "test", stackSize: 1 << 50) { _ = burden }.detach()
            }
        }
        #expect(left == nil)
    }

    /// Which of these are blocked on the calling thread.
    private static var blocked: [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return [SIGHUP, SIGINT, SIGTERM, SIGSEGV].filter { sigismember(&mask, $0) == 1 }
    }
}
