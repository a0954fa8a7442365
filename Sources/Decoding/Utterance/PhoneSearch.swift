import Platform

/// The phone loop's part in utterances, against which the words are verified: a thread that searches the acoustic scores
/// which the search for words computes, as they come.
///
/// The thread is there with one processor, too: it only ever waits for scores, and searching them costs a thirtieth of
/// computing them.
final class PhoneSearch: DecoderWork {
    enum Job: Sendable {
        /// Searches all scores of the stream; a second stream of the same utterance replaces the first.
        case listen(ScoreStream, UtteranceAssembler)
        /// Gives the utterance what was found in the newest stream.
        case complete(UtteranceAssembler)
        /// Signals when all earlier jobs are done.
        case fence(Semaphore)
        case quit
    }

    private let decoder: PocketSphinxDecoder
    private let jobs: JobQueue<Job>
    private var current: UtteranceAssembler?
    private var decodeTime = Duration.zero
    private var failure: DecoderError?

    init(_ decoder: PocketSphinxDecoder, jobs: JobQueue<Job>) {
        self.decoder = decoder
        self.jobs = jobs
    }

    func run() {
        while true {
            switch jobs.next() {
            case .listen(let scores, let utterance): listen(to: scores, of: utterance)
            case .complete(let utterance): complete(utterance)
            case .fence(let semaphore): semaphore.signal()
            case .quit: return
            }
        }
    }

    private func listen(to scores: ScoreStream, of utterance: UtteranceAssembler) {
        if utterance !== current { decodeTime = .zero }
        current = utterance
        failure = nil
        let start = DecoderThread.processorTime
        do {
            try decoder.process(scores)
        } catch {
            failure = error
        }
        decodeTime += DecoderThread.processorTime - start
    }

    private func complete(_ utterance: UtteranceAssembler) {
        guard utterance === current else { return }
        current = nil
        if let failure {
            utterance.fail(failure)
        } else {
            utterance.complete(
                phones: decoder.segments(), frameCount: decoder.frameCount, decodeTime: decodeTime)
        }
    }
}
