import CLinux
import Glibc

/// A thread that owns decoders and feeds each of them the same audio.
enum DecoderThread {
    private final class Body {
        let searches: [UtteranceSearch]
        let jobs: JobQueue

        init(searches: [UtteranceSearch], jobs: JobQueue) {
            self.searches = searches
            self.jobs = jobs
        }

        func run() {
            while true {
                switch jobs.next() {
                case .begin(let utterance): for search in searches { search.begin(utterance) }
                case .block(let utterance, let samples):
                    for search in searches { search.process(samples, of: utterance) }
                case .end(let utterance): for search in searches { search.end(utterance) }
                case .setChannelMean(let mean): for search in searches { search.setChannelMean(mean) }
                case .fence(let semaphore): semaphore.signal()
                case .quit: return
                }
            }
        }
    }

    /// Starts a thread that works off `jobs` until it is told to quit; it then releases the decoders.
    static func start(
        _ searches: sending [UtteranceSearch], jobs: JobQueue
    ) throws(RecognitionError) {
        let body = Unmanaged.passRetained(Body(searches: searches, jobs: jobs))
        var thread = pthread_t()
        let status = pthread_create(
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
