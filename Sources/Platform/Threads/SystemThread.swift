import CLinux
import Glibc

/// A POSIX thread of a given name, to which no signal from outside comes. Either `join` or `detach` it, once.
///
/// Any thread may use it.
///
/// ```swift
/// let thread = try SystemThread(name: "counter") { count() }
/// thread.join()
/// ```
package struct SystemThread: @unchecked Sendable {
    // Unchecked for the thread's handle, a number that the C library lets any thread use.

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private let thread: pthread_t

    /// Runs `body` on a new thread, which then releases it.
    ///
    /// - Parameters:
    ///   - name: 15 bytes at most, as `top -H` shows it.
    ///   - stackSize: In bytes; nil is what the system gives a thread, 8 MB as a rule.
    package init(
        name: String, stackSize: Int? = nil, body: @escaping @Sendable () -> Void
    ) throws(PlatformError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }

        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let code = clinux_start_thread(
            &thread, &attributes,
            { argument in
                let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
                clinux_name_thread(work.name)
                work.body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw .refused(call: "pthread_create", code: code)
        }
        self.thread = thread
    }

    /// Waits until the thread is done.
    package func join() { pthread_join(thread, nil) }

    /// Lets the thread go its way.
    package func detach() { pthread_detach(thread) }

    /// Whether this is the calling thread.
    package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
