import Platform

/// Those who search the acoustic scores that the first search of an utterance computes, each on a thread of its own: the loop
/// of free phones and, where there is a network of phones, the search for words by the scores that it adds to.
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
    private let mixing: PhoneMixing?

    /// - Parameters:
    ///   - queues: of threads that were started.
    ///   - mixing: what the network of phones adds; without it, the scores are searched as they are.
    init(_ queues: Queues, mixing: PhoneMixing?) {
        self.queues = queues
        self.mixing = mixing
    }

    /// Whether the words are found here.
    var findWords: Bool { mixing != nil }

    /// Begins an utterance, or the same one anew.
    ///
    /// - Parameter start: starts the search that computes the scores.
    func begin(
        _ utterance: UtteranceAssembler, _ start: () throws(DecoderError) -> ScoreStream?
    ) throws(DecoderError) {
        guard let mixing else {
            guard let scores = try start() else { return }
            queues.phones.submit(.listen(scores, utterance))
            return
        }
        // Made first: a stream whose reader is lost would break the search that writes to it.
        let (forPhones, phoneSink) = try ScoreStream.pipe()
        let (forWords, wordSink) = try ScoreStream.pipe()
        guard let scores = try start() else { return }
        mixing.begin(scores, into: [phoneSink, wordSink])
        queues.words.submit(.listen(forWords, utterance))
        queues.phones.submit(.listen(forPhones, utterance))
    }

    /// Hears what is searched next.
    func process(_ samples: [Int16]) {
        mixing?.process(samples)
    }

    /// Nothing more is heard of the utterance; before the scores end.
    func finish() {
        mixing?.finish()
    }

    /// Gives the utterance what was found.
    func complete(_ utterance: UtteranceAssembler) {
        if findWords { queues.words.submit(.complete(utterance)) }
        queues.phones.submit(.complete(utterance))
    }

    /// Says when all results are in.
    func fence(_ done: @escaping @Sendable () -> Void) {
        guard findWords else {
            queues.phones.submit(.fence(done))
            return
        }
        queues.words.submit(.fence { [queues] in queues.phones.submit(.fence(done)) })
    }

    func quit() {
        queues.quit()
    }
}
