import Platform

/// A search of the acoustic scores that another decoder computes, as they come, on a thread of its own: the loop of free phones
/// against which words are verified, and the search for words where the network of phones adds to the scores first.
///
/// The thread is there with one processor, too: it waits for scores most of the time, and searching them for a grammar or for phones
/// costs a thirtieth of computing them. For general words it costs more than that; then it is the scores that wait.
final class ScoreSearch: DecoderWork {
    enum Job: Sendable {
        /// Searches all scores of the stream.
        case listen(Scores, UtteranceAssembler)
        /// Gives the utterance what was found in them.
        case complete(UtteranceAssembler)
        /// Searches free text by another profile from the next stream on.
        case setProfile(DictationProfile)
        /// Says when all earlier jobs are done.
        case fence(@Sendable () -> Void)
        case quit
    }

    /// Where scores come from.
    enum Scores: Sendable {
        /// As the first search computes them.
        case computed(ScoreStream)
        /// As others have changed them.
        case mixed(ScoreQueue)
    }

    /// Gives an utterance what a decoder found, and what processor time that took.
    typealias Completion = (UtteranceAssembler, PocketSphinxDecoder, Duration) -> Void

    private let decoder: PocketSphinxDecoder
    private let jobs: JobQueue<Job>
    private let completion: Completion
    private var current: UtteranceAssembler?
    private var decodeTime = Duration.zero
    private var failure: DecoderError?
    /// For the next utterance: of the newest one results may still be asked for.
    private var nextProfile: DictationProfile?

    init(_ decoder: PocketSphinxDecoder, jobs: JobQueue<Job>, completion: @escaping Completion) {
        self.decoder = decoder
        self.jobs = jobs
        self.completion = completion
    }

    func run() {
        while true {
            switch jobs.next() {
            case .listen(let scores, let utterance): listen(to: scores, of: utterance)
            case .complete(let utterance): complete(utterance)
            case .setProfile(let profile): nextProfile = profile
            case .fence(let done): done()
            case .quit: return
            }
        }
    }

    private func listen(to scores: Scores, of utterance: UtteranceAssembler) {
        if utterance !== current { decodeTime = .zero }
        current = utterance
        failure = nil
        if let nextProfile { decoder.changeProfile(to: nextProfile) }
        nextProfile = nil
        let start = DecoderThread.processorTime
        do {
            switch scores {
            case .computed(let stream): try decoder.process(stream)
            case .mixed(let queue): try decoder.process(queue)
            }
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
            completion(utterance, decoder, decodeTime)
        }
    }
}

extension ScoreSearch {
    /// Starts a thread with a search for phones.
    static func startPhones(
        _ decoder: sending PocketSphinxDecoder, jobs: JobQueue<Job>
    ) throws(DecoderError) {
        try DecoderThread.start(
            ScoreSearch(decoder, jobs: jobs) { utterance, decoder, time in
                utterance.complete(
                    phones: decoder.segments(), frameCount: decoder.frameCount, decodeTime: time)
            })
    }

    /// Starts a thread with a search for words.
    static func startWords(
        _ decoder: sending PocketSphinxDecoder, jobs: JobQueue<Job>
    ) throws(DecoderError) {
        try DecoderThread.start(
            ScoreSearch(decoder, jobs: jobs) { utterance, decoder, time in
                let start = DecoderThread.processorTime
                let sentence = UtteranceAssembler.Sentence(
                    decoder, alternatives: utterance.request.alternatives)
                utterance.complete(
                    sentence, frameCount: decoder.frameCount,
                    decodeTime: time + DecoderThread.processorTime - start)
            })
    }
}
