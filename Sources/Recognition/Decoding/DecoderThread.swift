import CLinux
import Glibc
import Journal

/// A thread that owns decoders.
enum DecoderThread {
    /// What a decoder thread does; it is released on that thread when it returns.
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
        let body = Unmanaged.passRetained(body)
        var thread = pthread_t()
        let status = clinux_start_thread(
            &thread, nil,
            { body in
                clinux_name_thread("earshot-decode")
                Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            body.release()
            throw .outOfResources(call: "pthread_create", code: status)
        }
        pthread_detach(thread)
    }
}
