import CLinux
import CPocketSphinx
import Glibc
import Grammar
import Models
import Platform

/// One PocketSphinx decoder with one search.
///
/// PocketSphinx is not safe for two threads on one decoder: the owner of a `PocketSphinxDecoder` calls it from one thread at a
/// time. A decoder holds its own copy of the acoustic model (about 4 MB of the stock one, whose Gaussians all share, see
/// ``Scoring``) and leaks a little on release, so make it once and use it for every utterance: `start`, `process` as audio
/// arrives, `finish`, read the results.
///
/// Source: the headers pocketsphinx.h and ps_search.h of PocketSphinx 5prealpha; D. Huggins-Daines et al.,
/// "PocketSphinx: a free, real-time continuous speech recognition system for hand-held devices", ICASSP 2006.
package final class PocketSphinxDecoder {
    /// What is listened for.
    package enum Search: Sendable {
        /// Nothing: for a decoder that only shares its acoustic scores.
        case silence
        /// A finite-state grammar: one of its sentences, whatever is said.
        case grammar(WordNetwork)
        /// Any sequence of context-independent phones: the competitor for verification.
        case phoneLoop
        /// Each phrase wherever it occurs, with its own detection threshold.
        case keyphrases([Keyphrase])
        /// Whatever the language models find likely. With a full dictionary the decoder takes half a second to make, and about
        /// 100 MB (Figures, "Cost").
        case languageModel(LanguageModelMix)
    }

    /// Where pronunciations come from, in CMUdict's form: `word PH ON ES`, variants as `word(2)`.
    package enum Pronunciations: Sendable {
        /// The dictionary itself, for the few words of a grammar: ten words instead of 134 000 save 20 MB.
        case text(String)
        /// A dictionary file, and words whose pronunciations take the place of what it says, or are added.
        case file(String, with: [Lexicon.Entry] = [])
    }

    /// Where the acoustic scores of an utterance come from, and go to.
    package enum Scores: Sendable {
        /// It computes them for itself.
        case own
        /// It computes them, and each utterance gives them to another decoder; see `start`.
        case shared
        /// It is given those of another decoder of the same model, and hears nothing: see ``process(_:)-(ScoreStream)``.
        case given
        /// It computes them, and keeps those of the newest utterance for other searches of it: see ``processAgain()``.
        case kept
    }

    /// Frames a second.
    package static let frameRate = 100

    package let pocketSphinx: OpaquePointer
    /// What is listened for; of a language model without the text, which PocketSphinx has read.
    package private(set) var search: Search
    package internal(set) var options: DecoderOptions
    /// Whether it searches by the scores of another decoder.
    let isGivenScores: Bool
    /// Of the search at work; another takes its place under another name.
    var searchName = "earshot"
    private let sampleRate: Int
    /// Its folder.
    package let acousticModel: String
    /// What scores senones in PocketSphinx's stead; nil where PocketSphinx does, or nobody.
    let scorer: SenoneScorer?
    let scoreLog: ScoreLog?
    let keptScores: KeptScores?
    /// PocketSphinx numbers its logs by the utterances that were started.
    var utterancesStarted = 0
    /// Whether PocketSphinx is in an utterance.
    private var isUnderway = false
    /// Whether results are final.
    package private(set) var isFinished = false

    /// Loads the model, which takes half a second with a large language model (Figures, "Cost").
    ///
    /// - Parameters:
    ///   - acousticModel: folder of mdef, means, …; checked beforehand, since PocketSphinx ends the process on some
    ///     broken files.
    ///   - sampleRate: what the model was trained on, in Hz; audio must come in it.
    ///   - scores: whether it computes the acoustic scores, and whether another decoder searches by them, too.
    ///   - scoring: who computes them.
    package init(
        acousticModel: String, sampleRate: Int = 16_000, pronunciations: Pronunciations, search: Search,
        options: DecoderOptions, scores: Scores = .own, scoring: Scoring = .ours
    ) throws(DecoderError) {
        precondition(PocketSphinxLog.isRedirected)
        isGivenScores = scores == .given
        let options = options.fit(for: search, isGivenScores: isGivenScores)
        self.search = search
        self.options = options
        self.sampleRate = sampleRate
        self.acousticModel = acousticModel
        scoreLog = scores == .shared || scores == .kept ? try ScoreLog() : nil
        keptScores = scores == .kept ? try KeptScores() : nil

        var dictionary: MemoryFile?
        let dictionaryPath: String
        switch pronunciations {
        case .file(let path, let words) where words.isEmpty:
            dictionaryPath = path
        case .file(let path, let words):
            let file = try MemoryFile(Self.dictionary(at: path, with: words), name: "dictionary")
            dictionaryPath = file.path
            dictionary = file
        case .text(let text):
            let file = try MemoryFile(text, name: "dictionary")
            dictionaryPath = file.path
            dictionary = file
            try Self.requireWords(of: search, in: text)
        }
        let configuration = try Self.configuration(
            sampleRate: sampleRate, dictionary: dictionaryPath, search: search, options: options,
            scoreLog: scoreLog?.folder)
        defer { cmd_ln_free_r(configuration) }
        var scorer: SenoneScorer?
        if scores != .given, scoring != .pocketSphinx {
            scorer = try SenoneScorer(of: acousticModel, configuration)
        }
        if scoring == .ours, scorer != nil, try !Self.asksForScores(by: acousticModel) { scorer = nil }
        self.scorer = scorer
        let model = try AcousticModelFiles(acousticModel, withGaussians: scores != .given && scorer == nil)
        _ = try Self.parse(model.settings, into: configuration)
        guard let pocketSphinx = BufferedFiles.ofProcess.use({ ps_init(configuration) }) else {
            throw .unusableModel(path: acousticModel)
        }
        self.pocketSphinx = pocketSphinx
        withExtendedLifetime((dictionary, model)) {}
        try BufferedFiles.ofProcess.use { () throws(DecoderError) in try activateSearch() }
        giveBackLoaded()
        if case .languageModel(var mix) = search {
            mix.phrases = nil
            self.search = .languageModel(mix)
        }
    }

    deinit {
        ps_free(pocketSphinx)
        // A freed model leaves many small pieces, which malloc would keep.
        clinux_trim_memory()
    }

    // MARK: - An utterance

    /// Begins an utterance. The cepstral mean of the one before is kept, with the weight that the options give it.
    ///
    /// - Returns: the utterance's acoustic scores as they are computed, if the decoder shares them. A second decoder reads
    ///   them on another thread: see `process(_:)` and `ScoreStream`.
    @discardableResult
    package func start() throws(DecoderError) -> ScoreStream? {
        do {
            return try startLogged()
        } catch {
            endBroken()
            throw error
        }
    }

    private func startLogged() throws(DecoderError) -> ScoreStream? {
        limitCepstralMeanMemory()
        guard let scoreLog else {
            try startUtterance()
            return nil
        }
        if let keptScores {
            try scoreLog.write(utterance: utterancesStarted, to: keptScores.path) { () throws(DecoderError) in
                try startUtterance()
            }
            return nil
        }
        return try scoreLog.stream(utterance: utterancesStarted) { () throws(DecoderError) in
            try startUtterance()
        }
    }

    private func startUtterance() throws(DecoderError) {
        isFinished = false
        // Frames are counted from here on, and the noise estimate starts afresh: the same audio, the same result.
        ps_start_stream(pocketSphinx)
        utterancesStarted += 1
        isUnderway = true
        guard scoring({ ps_start_utt(pocketSphinx) }) == 0 else {
            throw .decodingFailed("the utterance could not be started")
        }
    }

    /// Searches through the next samples, mono.
    package func process(_ samples: [Int16]) throws(DecoderError) {
        let status = scoring { ps_process_raw(pocketSphinx, samples, samples.count, 0, 0) }
        guard status >= 0 else {
            throw .decodingFailed("a block of \(samples.count) samples was refused")
        }
        updateCepstralMean()
    }

    /// Searches through a whole utterance at once, instead of `process`: its own cepstral mean is subtracted from it.
    func processWhole(_ samples: [Int16]) throws(DecoderError) {
        guard scoring({ ps_process_raw(pocketSphinx, samples, samples.count, 0, 1) }) >= 0 else {
            endBroken()
            throw .decodingFailed("an utterance of \(samples.count) samples was refused")
        }
    }

    /// Searches a whole utterance by the acoustic scores that another decoder of the same model computes, instead of
    /// `start`, `process` and `finish`; returns when that decoder has finished.
    ///
    /// PocketSphinx closes its log before the last frames are scored, those that wait for the ones after them: the
    /// search ends up to `unsharedFrames` earlier than that decoder's.
    package func process(_ scores: ScoreStream) throws(DecoderError) {
        try search { scores.read($0) }
    }

    /// The same by scores that were changed on the way; whoever asks meanwhile is told the best path so far.
    func process(_ scores: ScoreQueue) throws(DecoderError) {
        try search { scores.read(answering: { self.segments() }, $0) }
    }

    func search(
        _ read: ((UnsafeMutablePointer<FILE>) -> Int32) -> Int32?
    ) throws(DecoderError) {
        isFinished = false
        ps_start_stream(pocketSphinx)
        guard let frames = read({ ps_decode_senscr(pocketSphinx, $0) }) else {
            throw .outOfResources(call: "fopencookie", code: errno)
        }
        guard frames >= 0 else { throw .decodingFailed("the acoustic scores were refused") }
        isFinished = true
    }

    /// Frames at the end of an utterance whose scores are not shared, at most.
    package static let unsharedFrames = 4

    /// Ends an utterance that could not be started or heard to its end: PocketSphinx refuses every later one, and every other search,
    /// until then.
    func endBroken() {
        guard isUnderway else { return }
        isUnderway = false
        _ = scoring { ps_end_utt(pocketSphinx) }
    }

    /// Ends the utterance; afterwards the results are final.
    package func finish() throws(DecoderError) {
        isUnderway = false
        guard scoring({ ps_end_utt(pocketSphinx) }) == 0 else {
            throw .decodingFailed("the utterance could not be ended")
        }
        isFinished = true
    }

    /// The boundary before decoder frame `frame`, from the utterance's first sample on. An analysis window reaches beyond
    /// its frame's step, so what is heard in the frame lies half of that (7.8 ms) later than the step.
    package func time(atFrame frame: Int) -> Duration { Self.time(atFrame: frame, sampleRate: sampleRate) }

    package static func time(atFrame frame: Int, from firstSample: UInt64 = 0, sampleRate: Int) -> Duration {
        let step = sampleRate / frameRate
        return .frames(firstSample + UInt64(frame * step + step * 25 / 32), at: sampleRate)
    }

    /// Frames whose acoustic scores were computed, in the middle of an utterance.
    var scoredFrameCount: Int { max(0, frameCount - 1) }

    /// Frames searched since `start`; reliable after `finish`.
    package var frameCount: Int { Int(ps_get_n_frames(pocketSphinx)) }
}
