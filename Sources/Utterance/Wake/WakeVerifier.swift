import Decoding
import Grammar

/// The second look at a candidate: the phrases against free phones, over the sound around the place, and where that leaves a
/// doubt against common words.
///
/// One decoder does all searches in turn, so that a second copy of the acoustic model is not needed.
final class WakeVerifier {
    /// What was found at a candidate's place.
    struct Finding {
        /// The phrase that fits best.
        var phrase: String
        var frames: Range<Int>
        var scores: WakeScores
    }

    /// Frames before and after the candidate that belong to the window.
    private static let margins = (before: 15, after: 10)
    /// Frames before the window that the cepstral mean is taken from, together with the window, as far as they are speech.
    private static let lead = 100

    private static let phraseSearch = "phrases"
    private static let phoneSearch = "phones"
    private static let wordSearch = "words"

    /// Frames after a place before words can be asked: with 12 instead, 10 false alarms of three phrases remained
    /// where there were 3 (Figures, "Wake phrases").
    static let wordDelay = 30
    /// Frames before and after the candidate in which words are looked for: pieces of the words beside it are taken for the
    /// phrase's own.
    private static let surroundings = (before: 100, after: wordDelay)

    private let decoder: PocketSphinxDecoder
    private let dimension: Int
    private let hasRivals: Bool

    /// - Parameters:
    ///   - decoder: With all senones computed, and the words of phrases and rivals in its dictionary.
    ///   - rivals: Nil leaves it at free phones.
    init(
        _ decoder: PocketSphinxDecoder, phrases: [WakePhrase], rivals: WakeRivals?, dimension: Int
    ) throws(DecoderError) {
        self.decoder = decoder
        self.dimension = dimension
        try decoder.add(.grammar(Self.network(of: phrases)), named: Self.phraseSearch)
        try decoder.add(.phoneLoop, named: Self.phoneSearch)
        hasRivals = rivals != nil
        if let rivals {
            try decoder.add(
                .languageModel(LanguageModelMix(phrases: rivals.languageModel)), named: Self.wordSearch,
                options: .wakeRivals)
        }
        decoder.expectNormalizedCepstra()
    }

    /// Looks at the place; nil if no phrase can be found there.
    ///
    /// - Parameter end: of the frames that are looked at.
    func verify(_ place: Range<Int>, in cepstra: Cepstra, until end: Int) throws(DecoderError) -> Finding? {
        let window = (place.lowerBound - Self.margins.before..<place.upperBound + Self.margins.after)
            .clamped(to: cepstra.frames.lowerBound..<end)
        let heard = (window.lowerBound - Self.lead..<window.upperBound).clamped(to: cepstra.frames)
        let normalized = cepstra.normalized(window, mean: cepstra.speechMean(over: heard, besides: window))

        let sentence = try search(Self.phraseSearch, normalized)
        let words = sentence.filter { !$0.isFiller }
        guard let first = words.first, let last = words.last else { return nil }
        let phones = try search(Self.phoneSearch, normalized)

        let span = first.frames.lowerBound..<last.frames.upperBound
        let difference = VerificationScores.difference(
            sentence: sentence, phones: phones, frameCount: window.count)
        // Speech right after the phrase is not in the grammar, so the last phone is stretched over it, up to the end of the
        // window; the trigger's end is close to the true one.
        let end = min(window.lowerBound + span.upperBound, place.upperBound)
        let acousticScore = sentence.reduce(0) { $0 + $1.acousticScore }
        return Finding(
            phrase: words.map(\.word).joined(separator: " "),
            frames: min(window.lowerBound + span.lowerBound, end)..<end,
            scores: WakeScores(
                phraseMean: difference[span].reduce(0, +) / Double(span.count),
                windowMean: difference.reduce(0, +) / Double(window.count),
                acousticMean: Double(acousticScore) / Double(window.count)))
    }

    /// Whether words are to be asked: where free phones leave it open that the phrase was said, and where a pronunciation
    /// led to it by which it was not said, and which may be over before the phrase is ("go forwar").
    func doubts(_ finding: Finding, of candidate: WakeTrigger.Candidate) -> Bool {
        guard hasRivals, finding.scores.acoustic >= WakeScores.doubtful.lowerBound else { return false }
        return !candidate.isUsual || finding.scores.acoustic < WakeScores.doubtful.upperBound
    }

    /// Where the phrase ends in the likeliest sequence of words and phrases; nil if it is not in it, at the place where it was
    /// found: ask when `wordDelay` frames after the place are known.
    func endAmongWords(
        of finding: Finding, at place: Range<Int>, in cepstra: Cepstra
    ) throws(DecoderError) -> Int? {
        let window =
            (place.lowerBound - Self.surroundings.before..<place.upperBound + Self.surroundings.after)
            .clamped(to: cepstra.frames)
        let mean = cepstra.speechMean(over: window, besides: window)
        let words = try search(Self.wordSearch, cepstra.normalized(window, mean: mean))
        let entry = WakeRivals.entry(of: finding.phrase)
        let found = words.first { word in
            let frames =
                window.lowerBound + word.frames.lowerBound..<window.lowerBound + word.frames.upperBound
            return word.word == entry && finding.frames.overlaps(frames)
        }
        return found.map { window.lowerBound + $0.frames.upperBound }
    }

    private func search(_ name: String, _ cepstra: [Float]) throws(DecoderError) -> [PocketSphinxDecoder
        .Segment]
    {
        try decoder.select(name)
        try decoder.start()
        try decoder.process(cepstra: cepstra, dimension: dimension, isWhole: true)
        try decoder.finish()
        return decoder.segments()
    }

    /// A grammar of the phrases, one of which is said.
    private static func network(of phrases: [WakePhrase]) -> WordNetwork {
        var network = WordNetwork(stateCount: 2, start: 0, final: 1, arcs: [])
        for phrase in phrases {
            var state = network.start
            for word in phrase.words.dropLast() {
                network.arcs.append(WordNetwork.Arc(from: state, to: network.stateCount, word: word))
                state = network.stateCount
                network.stateCount += 1
            }
            network.arcs.append(WordNetwork.Arc(from: state, to: network.final, word: phrase.words.last))
        }
        return network
    }
}
