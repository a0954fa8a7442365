import Glibc
import Platform

/// The work of a decoder thread, which alone uses it once it has started.
package protocol DecoderWork: AnyObject {
    /// Works until a job quits it.
    func run()
}

/// A thread that owns decoders.
package enum DecoderThread {
    /// What the calling thread has used of its processor.
    package static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Starts a thread that runs `work`.
    package static func start(_ work: sending any DecoderWork) throws(DecoderError) {
        // Safe: `sending` has moved it here.
        nonisolated(unsafe) let work = work
        do {
            try SystemThread(name: "earshot-decode") { work.run() }.detach()
        } catch {
            throw DecoderError(error)
        }
    }
}
