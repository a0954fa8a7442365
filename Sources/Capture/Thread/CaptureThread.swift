import CLinux
import Glibc

/// A POSIX thread of a given name. Either `join` or `detach` it, once.
struct CaptureThread: @unchecked Sendable {
    // Unchecked for the thread's handle, a number that the C library lets any thread use.

    /// Enough for alsa-lib's and libsndfile's decoders.
    private static let stackSize = 1 << 20
    /// What a live source's turns reach of it.
    private static let lockedSize = 128 << 10

    private let thread: pthread_t

    /// Runs `body` on a new thread of this name (15 bytes at most).
    init(name: String, body: @escaping @Sendable () -> Void) throws(CaptureError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)

        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let status = clinux_start_thread(
            &thread, &attributes,
            { argument in
                let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                clinux_name_thread(work.name)
                work.body()
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            throw .threadRefused(reason: String(cString: strerror(status)))
        }
        self.thread = thread
    }

    /// Waits until the thread is done.
    func join() { pthread_join(thread, nil) }

    /// Lets the thread go its way.
    func detach() { pthread_detach(thread) }

    /// Whether this is the calling thread.
    var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

extension CaptureThread {
    /// Runs `work` with as much of the calling thread's stack held in memory as it reaches; `isLocked` tells whether
    /// that was allowed.
    static func withLockedStack<Result>(_ work: (_ isLocked: Bool) -> Result) -> Result {
        var marker: UInt8 = 0
        let end = withUnsafeMutablePointer(to: &marker) { UnsafeMutableRawPointer($0) }
        // Locking faults the pages in; the thread's own stack is larger than this.
        let start = end - lockedSize
        let isLocked = mlock(start, lockedSize) == 0
        defer { if isLocked { munlock(start, lockedSize) } }
        return work(isLocked)
    }
}
