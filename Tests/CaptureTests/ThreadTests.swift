import Glibc
import Synchronization
import Testing

@testable import Capture

@Suite struct ThreadTests {
    @Test("A signal that ends the program never comes to a capture thread; a fault of its own does")
    func signals() throws {
        let inside = Mutex<[Int32]>([])
        let before = Self.blocked
        let thread = try CaptureThread(name: "test") { inside.withLock { $0 = Self.blocked } }
        thread.join()
        #expect(inside.withLock { $0 } == [SIGHUP, SIGINT, SIGTERM])
        #expect(Self.blocked == before, "whoever starts a thread keeps a mask of his own")
    }

    /// Which of these are blocked on the calling thread.
    private static var blocked: [Int32] {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return [SIGHUP, SIGINT, SIGTERM, SIGSEGV].filter { sigismember(&mask, $0) == 1 }
    }
}
