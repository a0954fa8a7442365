import Grammar
import Platform
import Synchronization

/// Turns the audio of one utterance after the other into words, on threads of its own.
///
/// Beside the search for words of a grammar runs a loop of free phones over the same audio, against which the result is verified
/// (see ``VerificationScores``): on a thread of its own and by the acoustic scores of the first, so that verifying costs
/// no time at the end of an utterance and a thirtieth of the processor's. Where there is a network of phones, words are searched on a
/// thread of their own, too, by scores that it has added to on a third one (``ScoreFollowers``). What follows another's scores
/// ends up to 40 ms before the sound does.
///
/// Make one and keep it: a decoder holds a copy of the acoustic model (4 MB of the stock one), and carries what it learns
/// about the microphone from one utterance to the next (see ``CepstralMean``). All calls come from one thread; none
/// of them waits, except ``settle()``.
///
///     let decoder = try UtteranceDecoder(
///         grammar: grammar.network, dictionary: lexicon.text, acousticModel: pack.acousticModel)
///     decoder.begin(firstFrame: preRoll.start)
///     decoder.feed(block)                 // as often as audio arrives
///     decoder.finish()
///     // poll decoder.wakeDescriptor, then:
///     while let update = decoder.next() { … }
///
/// The same audio gives the same result however it is cut into blocks, as long as the cepstral mean at the start is
/// the same.
package final class UtteranceDecoder {
    private let queue: UpdateQueue<UtteranceUpdate>
    private let jobs = JobQueue<UtteranceJob>()
    private let mean = LearnedCepstralMean()
    private let sampleRate: Int
    /// Whether results come with ``VerificationScores``; those of free text do not.
    package let isVerified: Bool

    /// The newest utterance; `isListening` until it is finished.
    private var utterance: UtteranceAssembler?
    private var isListening = false
    /// Audio reaches the search in hops of 50 ms. Results depend on that (slightly), never on the size in which it was fed.
    private var pending: HopBuffer
    private var withheld = WithheldSound()

    /// A decoder for a grammar, verified by default.
    ///
    /// - Parameters:
    ///   - grammar: what can be said, with at least one word.
    ///   - dictionary: pronunciations of the grammar's words as text, as a `Lexicon` makes it.
    ///   - acousticModel: folder of the model, from a checked `ModelPack`: PocketSphinx ends the process on some
    ///     broken ones.
    ///   - sampleRate: the model's, in Hz; audio is fed in it.
    ///   - options: how widely it searches.
    ///   - isVerified: whether results are verified, which takes a second decoder and a thread of its own.
    ///   - phones: a network of phones that adds to the acoustic scores; it takes a decoder more. The model is one of 16 kHz, and
    ///     one that the network was made for.
    /// - Throws: `.unknownWords` or `.emptyGrammar` for the grammar, `.unusableModel` for the model, `.unusableNetwork` for a network of
    ///   another model, `.decodingFailed`
    ///   for an option that does not exist, `.outOfResources` when the system has no thread or memory left.
    package convenience init(
        grammar: WordNetwork, dictionary: String, acousticModel: String, sampleRate: Int = 16_000,
        options: DecoderOptions = DecoderOptions(), isVerified: Bool = true, phones: PhoneWeights? = nil
    ) throws(DecoderError) {
        try self.init(
            search: .grammar(grammar), pronunciations: .text(dictionary), acousticModel: acousticModel,
            sampleRate: sampleRate, options: options, isVerified: isVerified, phones: phones)
    }

    /// A decoder for any search.
    ///
    /// - Parameter phones: as above; where results are not verified, it tells speech from noise besides: see
    ///   ``UtteranceHypothesis/speechEvidence``.
    package init(
        search: PocketSphinxDecoder.Search, pronunciations: PocketSphinxDecoder.Pronunciations,
        acousticModel: String,
        sampleRate: Int,
        options: DecoderOptions, isVerified: Bool, phones: PhoneWeights? = nil
    ) throws(DecoderError) {
        self.sampleRate = sampleRate
        pending = HopBuffer(length: sampleRate / 20)
        self.isVerified = isVerified
        queue = try DecoderError.wrapping { () throws(PlatformError) in try UpdateQueue() }

        func decoder(
            _ search: PocketSphinxDecoder.Search, _ pronunciations: PocketSphinxDecoder.Pronunciations,
            scores: PocketSphinxDecoder.Scores
        ) throws(DecoderError) -> PocketSphinxDecoder {
            try PocketSphinxDecoder(
                acousticModel: acousticModel, sampleRate: sampleRate, pronunciations: pronunciations,
                search: search, options: options, scores: scores)
        }
        guard isVerified || phones != nil else {
            let alone = try decoder(search, pronunciations, scores: .own)
            try DecoderThread.start(
                UtteranceSearch(alone, followers: nil, learning: mean), jobs: jobs)
            return
        }
        try phones?.check(for: acousticModel)
        // Where the network adds to the scores, nobody searches them as they are.
        let first =
            phones == nil
            ? try decoder(search, pronunciations, scores: .shared)
            : try decoder(.silence, .text(""), scores: .shared)
        let loop = isVerified ? try decoder(.phoneLoop, .text(""), scores: .given) : nil
        let words = phones == nil ? nil : try decoder(search, pronunciations, scores: .given)
        let queues = ScoreFollowers.Queues()
        do throws(DecoderError) {
            if let loop { try ScoreSearch.startPhones(loop, jobs: queues.phones) }
            var mixing: PhoneMixing?
            if let phones, let words {
                try ScoreSearch.startWords(words, jobs: queues.words)
                mixing = try PhoneMixing(phones.counting(in: search), jobs: queues.mixer)
            }
            let followers = ScoreFollowers(queues, isVerified: isVerified, mixing: mixing)
            try DecoderThread.start(
                UtteranceSearch(first, followers: followers, learning: mean), jobs: jobs)
        } catch {
            queues.quit()
            throw error
        }
    }

    deinit {
        cancel()
        jobs.submit(.quit)
    }

    // MARK: - An utterance

    /// Begins an utterance whose first sample is frame `firstFrame` of the capture clock. An earlier one whose final
    /// hypothesis has not come yet is cancelled.
    ///
    /// - Parameters:
    ///   - firstFrame: counted at the model's rate; all times in results follow from it.
    ///   - request: what is wanted of it.
    package func begin(firstFrame: UInt64, request: UtteranceRequest = UtteranceRequest()) {
        cancel()
        let utterance = UtteranceAssembler(
            firstFrame: firstFrame, sampleRate: sampleRate, request: request, isVerified: isVerified,
            queue: queue)
        self.utterance = utterance
        isListening = true
        queue.follow(utterance)
        jobs.submit(.begin(utterance))
    }

    /// Feeds the next samples, mono, of any number; they follow on those fed before. Without effect between utterances.
    ///
    /// - Parameters:
    ///   - samples: 16 bit at the model's rate; copied.
    ///   - isWithheld: they are kept back until speech continues, and dropped if the utterance ends before: so noise
    ///     after the last word, which invents words, is never searched. See ``Endpointer/withholds``.
    package func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool = false) {
        guard isListening else { return }
        withheld.pass(samples, isWithheld: isWithheld, to: search)
    }

    /// Ends the utterance: everything fed is decoded, and the final hypothesis follows as an update. Without effect
    /// between utterances.
    package func finish() {
        guard isListening, let utterance else { return }
        let rest = pending.takeRest()
        if !rest.isEmpty { jobs.submit(.block(utterance, rest)) }
        jobs.submit(.end(utterance))
        stopListening()
    }

    /// Drops the utterance, the one being finished too; no update of it comes any more.
    package func cancel() {
        queue.follow(nil)
        guard let utterance else { return }
        utterance.isCancelled.store(true, ordering: .releasing)
        if isListening { jobs.submit(.end(utterance)) }
        self.utterance = nil
        stopListening()
    }

    // MARK: - Results

    /// The next update, or nil if there is none at the moment.
    package func next() -> UtteranceUpdate? { queue.next() }

    /// Readable while updates wait: for poll or epoll; do not read from it.
    package var wakeDescriptor: Int32 { queue.descriptor }

    /// Calls `observer` whenever an update waits, on a decoder's thread: it must only pass the word on.
    package func observe(_ observer: (@Sendable () -> Void)?) { queue.observe(observer) }

    /// Waits until all that was fed is decoded, save less than one hop (50 ms) in the middle of an utterance: with
    /// files, results then come at the same frame in every run.
    package func settle() { jobs.settle() }

    /// Searches free text by another profile; between utterances. Without effect on a grammar. Takes the decoder's thread some
    /// tenths of a second.
    package func setProfile(_ profile: DictationProfile) { jobs.submit(.setProfile(profile)) }

    // MARK: - Cepstral mean

    /// What has been learned about the microphone up to the newest finished utterance; store it for the next start.
    package var cepstralMean: CepstralMean { mean.value }

    /// Starts with what was learned earlier; between utterances.
    ///
    /// - Throws: `.foreignCepstralMean` for one of another acoustic model; what the decoder has stays.
    package func setCepstralMean(_ mean: CepstralMean) throws(DecoderError) {
        try self.mean.check(mean)
        jobs.submit(.setCepstralMean(mean))
    }

    /// Forgets what was learned and heard; between utterances. For sound that comes from elsewhere, and for results that
    /// must not depend on earlier sound: words, times and confidence are then the same.
    package func forget() { jobs.submit(.setCepstralMean(nil)) }

    private func search(_ samples: UnsafeBufferPointer<Int16>) {
        guard let utterance else { return }
        pending.append(samples) { jobs.submit(.block(utterance, $0)) }
    }

    private func stopListening() {
        isListening = false
        _ = pending.takeRest()
        withheld.drop()
    }
}
