import Decoding
import Models
import Platform
import Synchronization

/// Listens to everything for one or several wake phrases, on a thread of its own.
///
/// A keyphrase search runs over all sound and finds places where a phrase may have been said, far too many of them;
/// each is then verified against a loop of free phones, and in doubt once more with what a network of phones says, and against
/// common words (see ``WakeScores``), which misses fewer phrases at the same number of false alarms than the keyphrase search alone.
///
/// Sound is turned into cepstra once, and both searches use those; only the network hears the sound itself, around a place in doubt.
///
///     let spotter = try WakeSpotter(
///         phrases: phrases, accepting: acceptance.accepts, dictionary: lexicon.text, acousticModel: pack.acousticModel)
///     spotter.feed(block, first: index)       // as often as audio arrives
///     // poll spotter.wakeDescriptor, then:
///     while let detection = spotter.next() {
///         if detection.isAccepted { beginCommand(at: detection.end) }
///     }
///
/// All calls come from one thread; none of them waits, except ``settle()``. The same audio gives the same detections
/// however it is cut into blocks.
///
/// Source: two passes with a filler model, as R. C. Rose and D. B. Paul, "A hidden Markov model based keyword
/// recognition system", ICASSP 1990.
package final class WakeSpotter {
    /// How a spotter works, apart from its phrases.
    ///
    /// ```swift
    /// var options = WakeSpotter.Options()
    /// options.refractoryTime = .zero      // report every place, to tune thresholds
    /// ```
    package struct Options: Sendable, Hashable {
        /// After an accepted phrase, nothing is reported for this long. Who is not sure to have been heard says it again at once; with a
        /// second of rest, that phrase and the command after it were lost. With none, a place is also reported again as soon as the first
        /// look finds a better fit there.
        package var refractoryTime = Duration.milliseconds(100)
        /// Frames of 10 ms after which the keyphrase search is started anew.
        var restartInterval = 6000

        /// A tenth of a second of rest after each accepted phrase.
        package init() {}
    }

    /// Whether a phrase was said where it got these scores; asked on the search's own thread.
    package typealias Acceptance = @Sendable (_ phrase: String, _ scores: WakeScores) -> Bool

    private let jobs = JobQueue<WakeListener.Job>()
    /// What was found, on its way from the search.
    let updates: UpdateQueue<WakeDetection>
    private let mean = LearnedCepstralMean()

    private var stretch: WakeStretch?
    private var nextFrame: UInt64 = 0
    /// Sound reaches the search in hops of 50 ms, so that results do not depend on how it was fed.
    private var pending: HopBuffer
    /// Whether the search was given something since it was last waited for.
    private var hasSubmitted = false

    /// Loads the acoustic model twice, once for each search.
    ///
    /// - Parameters:
    ///   - phrases: at least one.
    ///   - accepts: decides which places are believed.
    ///   - dictionary: pronunciations of their words as text, as a `Lexicon` makes it.
    ///   - words: what else people say; nil believes more of what only sounds like a phrase, and knows no accents but
    ///     those of the dictionary (see `WakeAccents`). Their search takes 5.5 MB and 0.04 s at the start (English, x86).
    ///   - phones: what the network of phones has learned, which is asked where `words` are; nil misses more in noise.
    ///   - acousticModel: folder of the model, from a checked `ModelPack`.
    ///   - sampleRate: the model's, in Hz; audio is fed in it.
    ///   - options: apart from the phrases.
    /// - Throws: `.unknownWords` for words without a pronunciation, `.emptyGrammar` for no phrases, `.unusableModel`
    ///   for the model, `.unusableNetwork` for a network of another model, `.noTemporaryFiles` where no name can be made for its
    ///   scores, `.outOfResources` when the system has no thread or memory left.
    package init(
        phrases: [WakePhrase], accepting accepts: @escaping Acceptance, dictionary: String,
        words: CommonWords? = nil, phones: PhoneWeights? = nil, acousticModel: String,
        sampleRate: Int = 16_000,
        options: Options = Options()
    ) throws(DecoderError) {
        pending = HopBuffer(length: sampleRate / 20)
        let vocabulary = WakeVocabulary(phrases, dictionary: dictionary, words: words, phones: phones)
        updates = try DecoderError.wrapping { () throws(PlatformError) in try UpdateQueue() }
        let trigger = try PocketSphinxDecoder(
            acousticModel: acousticModel, sampleRate: sampleRate,
            pronunciations: .text(vocabulary.dictionary), search: .keyphrases(vocabulary.keyphrases),
            options: .wakeTrigger)
        let verifier = try PocketSphinxDecoder(
            acousticModel: acousticModel, sampleRate: sampleRate,
            pronunciations: .text(vocabulary.wholeDictionary), search: .phoneLoop, options: .wakeVerifier,
            scores: .kept)
        try DecoderThread.start(
            WakeListener(
                vocabulary, trigger: trigger, verifier: verifier, accepting: accepts, options: options,
                learning: mean, jobs: jobs, updates: updates))
    }

    deinit {
        stretch?.isOver.store(true, ordering: .relaxed)
        jobs.submit(.quit)
    }

    // MARK: - Sound

    /// Feeds the next samples, mono, of any number. If they do not follow on those fed before, that counts as a gap.
    ///
    /// - Parameters:
    ///   - samples: 16 bit at the model's rate; copied.
    ///   - first: the first sample's frame on the capture clock.
    package func feed(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {
        let stretch =
            if let current = self.stretch, first == nextFrame { current } else { begin(at: first) }
        nextFrame = first + UInt64(samples.count)
        pending.append(samples) { submit(.block(stretch, $0)) }
    }

    /// Sound continues at another frame of the capture clock: after a gap, or when the spotter did not listen for a
    /// while. What was learned about the microphone is kept. Sound that has not been searched yet is dropped, so that a
    /// search which fell behind continues with new sound; so are detections that are not yet read.
    package func reset(at frame: UInt64) {
        _ = begin(at: frame)
    }

    private func submit(_ job: WakeListener.Job) {
        jobs.submit(job)
        hasSubmitted = true
    }

    private func begin(at frame: UInt64) -> WakeStretch {
        stretch?.isOver.store(true, ordering: .relaxed)
        let stretch = WakeStretch(firstFrame: frame)
        self.stretch = stretch
        nextFrame = frame
        _ = pending.takeRest()
        updates.follow(stretch)
        return stretch
    }

    // MARK: - Results

    /// The next detection, or nil if there is none at the moment.
    package func next() -> WakeDetection? { updates.next() }

    /// Readable while detections wait: for poll or epoll; do not read from it.
    package var wakeDescriptor: Int32 { updates.descriptor }

    /// How far on the capture clock sound has been searched, in frames at the model's rate; 0 before the first. It
    /// falls behind only when the machine is too slow, or the search has failed (the log then says why).
    package var heardUntil: UInt64 { stretch?.heardUntil.load(ordering: .relaxed) ?? 0 }

    /// Waits until all that was fed is searched, save less than one hop (50 ms): with files, detections then come at
    /// the same frame in every run.
    package func settle() {
        // Most blocks only fill up a hop: to wake the search for nothing, a hundred times a second, costs more than it does.
        guard hasSubmitted else { return }
        hasSubmitted = false
        jobs.settle()
    }

    // MARK: - Cepstral mean

    /// What has been learned about the microphone; store it for the next start.
    package var cepstralMean: CepstralMean { mean.value }

    /// Starts with what was learned earlier.
    ///
    /// - Throws: `.foreignCepstralMean` for one of another acoustic model; what the spotter has stays.
    package func setCepstralMean(_ mean: CepstralMean) throws(DecoderError) {
        try self.mean.check(mean)
        submit(.setCepstralMean(mean))
    }
}
