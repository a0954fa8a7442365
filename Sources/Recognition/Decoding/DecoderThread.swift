import Glibc
import Journal

/// A thread that owns decoders.
enum DecoderThread {
    /// What a decoder thread does.
    class Body {
        func run() {}
    }

    /// What the calling thread has used of its processor.
    static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Starts a thread that runs `body`.
    static func start(_ body: sending Body) throws(RecognitionError) {
        // Whoever calls gives it away.
        nonisolated(unsafe) let body = body
        do {
            try SystemThread(name: "earshot-decode") { body.run() }.detach()
        } catch {
            throw .outOfResources(call: "pthread_create", code: error.code)
        }
    }
}
