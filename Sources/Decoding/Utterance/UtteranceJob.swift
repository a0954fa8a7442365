import Platform

/// Work on utterances for a decoder thread.
enum UtteranceJob: FencedJob {
    case begin(UtteranceAssembler)
    case block(UtteranceAssembler, [Int16])
    case end(UtteranceAssembler)
    /// Nil: back to the model's own.
    case setCepstralMean(CepstralMean?)
    case setProfile(DictationProfile)
    case fence(Semaphore)
    case quit
}

extension DecoderThread {
    private final class UtteranceBody: DecoderWork {
        private let search: UtteranceSearch
        private let jobs: JobQueue<UtteranceJob>

        init(search: UtteranceSearch, jobs: JobQueue<UtteranceJob>) {
            self.search = search
            self.jobs = jobs
        }

        func run() {
            while true {
                switch jobs.next() {
                case .begin(let utterance): search.begin(utterance)
                case .block(let utterance, let samples): search.process(samples, of: utterance)
                case .end(let utterance): search.end(utterance)
                case .setCepstralMean(let mean): search.setCepstralMean(mean)
                case .setProfile(let profile): search.setProfile(profile)
                case .fence(let semaphore): search.fence(semaphore)
                case .quit:
                    search.quit()
                    return
                }
            }
        }
    }

    /// Starts a thread that does `jobs` with `search`, until `quit`.
    static func start(_ search: sending UtteranceSearch, jobs: JobQueue<UtteranceJob>)
        throws(DecoderError)
    {
        try start(UtteranceBody(search: search, jobs: jobs))
    }
}
