import Platform

/// Those who search the acoustic scores that the first search of an utterance computes, each on a thread of its own: where results
/// are verified, the loop of free phones and, where the network of phones adds to the scores, the search for words.
///
/// Owned by the first search's thread.
final class ScoreFollowers {
    /// The work of each thread; that of one which was not started is never done.
    struct Queues: Sendable {
        let phones = JobQueue<ScoreSearch.Job>()
        let words = JobQueue<ScoreSearch.Job>()
        let mixer = JobQueue<ScoreMixer.Job>()

        /// Ends the threads.
        func quit() {
            phones.submit(.quit)
            words.submit(.quit)
            mixer.submit(.quit)
        }
    }

    private let queues: Queues
    private let isVerified: Bool
    private let mixing: PhoneMixing?
    /// What the newest utterance's search for words reads, and the scores behind that.
    private var words: ScoreQueue?
    private var computed: ScoreStream?
    /// Frames that were scored when the newest sound was heard, and those that can be asked for.
    private var scoredBefore = 0
    private var known = 0

    /// - Parameters:
    ///   - queues: of threads that were started.
    ///   - isVerified: whether one searches for phones.
    ///   - mixing: what the network of phones adds; without it, the scores are searched as they are.
    init(_ queues: Queues, isVerified: Bool, mixing: PhoneMixing?) {
        self.queues = queues
        self.isVerified = isVerified
        self.mixing = mixing
    }

    /// Whether the words are found here.
    var findWords: Bool { mixing != nil }

    /// For how long the network of phones has heard none; nil where there is no network.
    var phoneSilence: Duration? { mixing.map { .milliseconds($0.silentFrameCount * 10) } }

    /// How clearly it has heard some phone in each frame of the newest utterance; none where there is no network.
    var clarities: [Float] { mixing?.clarities ?? [] }

    /// Whether anybody has spoken so far, where results are not verified: see ``SpeechEvidence``; nil where there is no network.
    var speechEvidence: Double? { isVerified ? nil : mixing?.evidence.greatest }

    /// Begins an utterance.
    ///
    /// - Parameters:
    ///   - isFollowed: ``progress(scored:)`` is asked for, as often as there is something to process.
    ///   - start: starts the search that computes the scores.
    func begin(
        _ utterance: UtteranceAssembler, isFollowed: Bool, _ start: () throws(DecoderError) -> ScoreStream?
    ) throws(DecoderError) {
        guard let mixing else {
            guard let scores = try start() else { return }
            queues.phones.submit(.listen(.computed(scores), utterance))
            return
        }
        guard let scores = try start() else { return }
        let words = ScoreQueue(isFollowed: isFollowed)
        let phones = isVerified ? ScoreQueue() : nil
        mixing.begin(scores, into: [phones, words].compactMap(\.self))
        queues.words.submit(.listen(.mixed(words), utterance))
        if let phones { queues.phones.submit(.listen(.mixed(phones), utterance)) }
        self.words = words
        computed = scores
        (scoredBefore, known) = (0, 0)
    }

    /// Hears what is searched next.
    ///
    /// - Parameter scored: frames whose scores were computed by now.
    func process(_ samples: [Int16], scored: Int) {
        scoredBefore = scored
        mixing?.process(samples)
    }

    /// The words so far, where they are found here, and after how many frames; waits for those.
    ///
    /// - Parameter scored: frames whose scores were computed. As many are searched of them as have come through and are
    ///   known to the network, so that the same sound gives the same words, however fast the threads are.
    func progress(scored: Int) -> (segments: [PocketSphinxDecoder.Segment], frameCount: Int)? {
        guard let mixing, let words, let computed else { return nil }
        let delivered = computed.delivered(of: scored, senones: mixing.senoneCount)
        // The mixer hands on what the network has said with the next whole frame that comes, and so for sure only where one
        // has come since.
        if delivered > scoredBefore { known = min(delivered, mixing.frameCount) }
        return (words.ask(after: known), known)
    }

    /// Nothing more is heard of the utterance; before the scores end.
    func finish() {
        mixing?.finish()
        words?.letGo()
        words = nil
        computed = nil
    }

    /// Gives the utterance what was found.
    func complete(_ utterance: UtteranceAssembler) {
        if findWords { queues.words.submit(.complete(utterance)) }
        if isVerified { queues.phones.submit(.complete(utterance)) }
    }

    /// Searches for words by another profile from the next utterance on.
    func setProfile(_ profile: DictationProfile) {
        queues.words.submit(.setProfile(profile))
    }

    /// Says when all results are in.
    func fence(_ done: @escaping @Sendable () -> Void) {
        switch (findWords, isVerified) {
        case (true, true): queues.words.submit(.fence { [queues] in queues.phones.submit(.fence(done)) })
        case (true, false): queues.words.submit(.fence(done))
        case (false, _): queues.phones.submit(.fence(done))
        }
    }

    func quit() {
        queues.quit()
    }
}
