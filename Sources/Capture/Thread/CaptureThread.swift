import CLinux
import Glibc

/// A POSIX thread with a stack of its own, which can be locked in memory.
///
/// `join` exactly once; the stack is freed there.
struct CaptureThread: @unchecked Sendable {
    /// Enough for alsa-lib's and libsndfile's decoders; the part that a live source's turns reach is locked.
    private static let stackSize = 1 << 20
    private static let lockedSize = 128 << 10

    private let thread: pthread_t
    private let stack: UnsafeMutableRawPointer

    /// Runs `body` on a new thread of this name (15 bytes at most).
    init(name: String, body: @escaping @Sendable () -> Void) throws(CaptureError) {
        let mapped = mmap(
            nil, Self.stackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0)
        guard let stack = mapped, stack != MAP_FAILED else {
            throw .threadRefused(reason: String(cString: strerror(errno)))
        }
        // Running over its end must stop the program, not write into other memory.
        mprotect(stack, sysconf(Int32(_SC_PAGESIZE)), PROT_NONE)

        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstack(&attributes, stack, Self.stackSize)

        let work = Work(name: name, body: body)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                clinux_name_thread(work.name)
                work.body()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        guard status == 0 else {
            Unmanaged.passUnretained(work).release()
            munmap(stack, Self.stackSize)
            throw .threadRefused(reason: String(cString: strerror(status)))
        }
        self.thread = thread
        self.stack = stack
    }

    /// Waits until the thread is done.
    func join() {
        pthread_join(thread, nil)
        munmap(stack, Self.stackSize)
    }

    /// Keeps the calling thread's stack in memory, as far down as its work reaches; false when not allowed to.
    static func lockStack() -> Bool {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { here in
            // Locking faults the pages in.
            mlock(UnsafeMutableRawPointer(here) - lockedSize, lockedSize) == 0
        }
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
