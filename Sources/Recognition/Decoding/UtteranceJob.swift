/// Work on utterances for a decoder thread.
enum UtteranceJob: Sendable {
    case begin(Utterance)
    case block(Utterance, [Int16])
    case end(Utterance)
    /// Nil: back to the model's own.
    case setChannelMean(ChannelMean?)
    /// Signals when all earlier jobs are done.
    case fence(Semaphore)
    case quit
}

extension DecoderThread {
    private final class UtteranceBody: Body {
        private let searches: [UtteranceSearch]
        private let jobs: JobQueue<UtteranceJob>

        init(searches: [UtteranceSearch], jobs: JobQueue<UtteranceJob>) {
            self.searches = searches
            self.jobs = jobs
        }

        override func run() {
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

    /// Starts a thread that feeds each of `searches` the same audio, until it is told to quit.
    static func start(_ searches: sending [UtteranceSearch], jobs: JobQueue<UtteranceJob>)
        throws(RecognitionError)
    {
        try start(UtteranceBody(searches: searches, jobs: jobs))
    }
}
