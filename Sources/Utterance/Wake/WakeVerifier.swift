import Decoding
import Grammar

/// The second look at a candidate: the phrases against free phones, over the sound around the place, and where that leaves a
/// doubt once more with what the network of phones says, and against common words.
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
    /// Of nothing: the cheapest that makes scores, to which the network's part is added before anything is searched for.
    private static let scoreSearch = "scores"

    /// Frames after a place before words can be asked: with 12 instead, 10 false alarms of three phrases remained
    /// where there were 3 (models/en-US/commands).
    static let wordDelay = 30
    /// Frames before and after the candidate in which words are looked for: pieces of the words beside it are taken for the
    /// phrase's own.
    private static let surroundings = (before: 100, after: wordDelay)
    /// Frames before the phrase in which a pause is looked for, and how far it may reach into it.
    private static let pause = (before: 30, within: 3)
    /// Words that lie at the phrase's place: less is the end of the one before, or a noise.
    private static let leastWords = 0.5

    private let decoder: PocketSphinxDecoder
    private let dimension: Int
    /// Nil leaves it at the acoustic model.
    private let phones: PhoneWeights?
    /// Whether a closer look needs the sound.
    var hearsPhones: Bool { phones != nil }
    /// Nil leaves it at free phones.
    private let rivals: LanguageModelPair?

    /// - Parameters:
    ///   - decoder: With all senones computed, its scores kept, and the vocabulary's whole dictionary.
    ///   - vocabulary: Its network of phones is asked where there are rivals only.
    init(
        _ decoder: PocketSphinxDecoder, _ vocabulary: WakeVocabulary, dimension: Int
    ) throws(DecoderError) {
        self.decoder = decoder
        self.dimension = dimension
        phones = vocabulary.rivals == nil ? nil : vocabulary.phones
        try decoder.add(.grammar(Self.network(of: vocabulary.phrases)), named: Self.phraseSearch)
        try decoder.add(.phoneLoop, named: Self.phoneSearch)
        rivals = try vocabulary.rivals.map { rivals throws(DecoderError) in
            try decoder.add(
                words: rivals.wordModel, additions: rivals.phraseModel, named: Self.wordSearch,
                options: .wakeRivals)
        }
        decoder.expectNormalizedCepstra()
        guard let phones else { return }
        try phones.check(for: decoder.acousticModel)
        try decoder.add(.silence, named: Self.scoreSearch)
    }

    /// Looks at the place; nil if no phrase can be found there.
    ///
    /// - Parameter end: of the frames that are looked at.
    func verify(_ place: Range<Int>, in cepstra: Cepstra, until end: Int) throws(DecoderError) -> Finding? {
        defer { decoder.giveBackMemory() }
        let window = Self.window(around: place).clamped(to: cepstra.frames.lowerBound..<end)
        let free = try search(Self.phoneSearch, normalized(window, of: cepstra))
        return try find(place, in: window, against: free, hearsPhones: false)
    }

    /// Looks at it once more, with what the network of phones says. Ask when `wordDelay` frames after it are known.
    private func verify(
        _ place: Range<Int>, in cepstra: Cepstra, with heard: WakePlacePhones
    ) throws(DecoderError) -> Finding? {
        defer { decoder.giveBackMemory() }
        let window = Self.window(around: place).clamped(to: cepstra.frames)
        _ = try search(Self.scoreSearch, normalized(window, of: cepstra))
        try heard.add(to: decoder, from: window.lowerBound)
        let free = try searchAgain(Self.phoneSearch)
        return try find(place, in: window, against: free, hearsPhones: true)
    }

    private static func window(around place: Range<Int>) -> Range<Int> {
        place.lowerBound - margins.before..<place.upperBound + margins.after
    }

    private func normalized(_ window: Range<Int>, of cepstra: Cepstra) -> [Float] {
        let heard = (window.lowerBound - Self.lead..<window.upperBound).clamped(to: cepstra.frames)
        return cepstra.normalized(window, mean: cepstra.speechMean(over: heard, besides: window))
    }

    /// The phrase in what was searched last, against free phones in the same.
    private func find(
        _ place: Range<Int>, in window: Range<Int>, against phones: [PocketSphinxDecoder.Segment],
        hearsPhones: Bool
    ) throws(DecoderError) -> Finding? {
        let sentence = try searchAgain(Self.phraseSearch)
        let words = sentence.filter { !$0.isFiller }
        guard let first = words.first, let last = words.last else { return nil }

        let span = first.frames.lowerBound..<last.frames.upperBound
        let difference = VerificationScores.difference(
            sentence: sentence, phones: phones, frameCount: window.count)
        // Speech right after the phrase is not in the grammar, so the last phone is stretched over it, up to the end of the
        // window; the trigger's end is close to the true one.
        let end = min(window.lowerBound + span.upperBound, place.upperBound)
        let frames = min(window.lowerBound + span.lowerBound, end)..<end
        let phoneCount = words.reduce(0) { $0 + (decoder.phoneCount(of: $1.name) ?? 0) }
        let acousticScore = sentence.reduce(0) { $0 + $1.acousticScore }
        let wordMeans = words.map { Self.mean(difference[$0.frames]) }
        return Finding(
            phrase: words.map(\.word).joined(separator: " "), frames: frames,
            scores: WakeScores(
                phraseMean: Self.mean(difference[span]), windowMean: Self.mean(difference[...]),
                acousticMean: Double(acousticScore) / Double(window.count),
                worstWordMean: wordMeans.min(),
                phoneLength: Double(frames.count) / Double(max(1, phoneCount)), hearsPhones: hearsPhones))
    }

    /// Whether a place is to be looked at more closely: where free phones leave it open that the phrase was said, and where a
    /// pronunciation led to it by which it was not said, and which may be over before the phrase is ("go forwar").
    func doubts(_ finding: Finding, of candidate: WakeTrigger.Candidate) -> Bool {
        let doubtful = phones == nil ? WakeScores.doubtful : WakeScores.doubtfulBeforePhones
        guard rivals != nil, finding.scores.acoustic >= doubtful.lowerBound else { return false }
        return !candidate.isUsual || finding.scores.acoustic < doubtful.upperBound
    }

    /// What a closer look makes of a finding. Ask when `wordDelay` frames after the place are known.
    ///
    /// - Parameter sound: around the place; what the network of phones says of it, where there is one, is added to the scores.
    /// - Returns: The finding, and where the phrase ends among words; no end where they explain the place better, or where they
    ///   are not asked, since the network makes it no phrase.
    func settle(
        _ finding: Finding, at place: Range<Int>, in cepstra: Cepstra, sound: RecentSound?
    ) throws(DecoderError) -> (finding: Finding, end: Int?) {
        var finding = finding
        var heard: WakePlacePhones?
        if let phones, let sound {
            let around = WakePlacePhones(around: place, of: sound, phones)
            heard = around
            // Without a path for the phrase it stays what it was, less what it gains before the network is asked.
            finding.scores.hearsPhones = true
            if let closer = try verify(place, in: cepstra, with: around) { finding = closer }
            guard finding.scores.acoustic >= WakeScores.leastWithPhones else { return (finding, nil) }
        }
        let (answer, end) = try askWords(about: finding, at: place, in: cepstra, with: heard)
        finding.scores.words = answer
        return (finding, end)
    }

    /// What common words make of a place, and where the phrase ends among them; no end if they explain it better.
    private func askWords(
        about finding: Finding, at place: Range<Int>, in cepstra: Cepstra, with heard: WakePlacePhones?
    ) throws(DecoderError) -> (answer: WakeScores.Words, end: Int?) {
        let window =
            (place.lowerBound - Self.surroundings.before..<place.upperBound + Self.surroundings.after)
            .clamped(to: cepstra.frames)
        let mean = cepstra.speechMean(over: window, besides: window)
        let normalized = cepstra.normalized(window, mean: mean)
        // As the search counts frames.
        let origin = window.lowerBound
        let span = finding.frames.lowerBound - origin..<finding.frames.upperBound - origin
        rivals?.select(withAdditions: true)
        defer { decoder.giveBackMemory() }
        _ = try search(heard == nil ? Self.wordSearch : Self.scoreSearch, normalized)
        try heard?.add(to: decoder, from: origin)
        let all = try (heard == nil ? decoder.segments() : searchAgain(Self.wordSearch)).filter {
            !$0.isFiller
        }
        let score = decoder.pathScore
        let entry = WakeRivals.entry(of: finding.phrase)
        guard let phrase = all.first(where: { $0.word == entry && $0.frames.overlaps(span) }) else {
            return (.explain, nil)
        }
        let end = origin + phrase.frames.upperBound
        rivals?.select(withAdditions: false)
        let wordCount = try searchAgain(Self.wordSearch).filter { !$0.isFiller }
            .reduce(0) { $0 + $1.share(in: span) }
        guard wordCount >= Self.leastWords, let score, let wordScore = decoder.pathScore else {
            return (.areAbsent, end)
        }
        let before = span.lowerBound - Self.pause.before..<span.lowerBound + Self.pause.within
        let spoken = all.filter { $0.frames != phrase.frames }
            .reduce(0) { $0 + $1.frames.clamped(to: before).count }
        let pause = 1 - Double(spoken) / Double(before.count)
        return (.yield(lead: Double(score - wordScore), pause: pause), end)
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private func search(
        _ name: String, _ cepstra: [Float]
    ) throws(DecoderError) -> [PocketSphinxDecoder.Segment] {
        try decoder.select(name)
        try decoder.process(whole: cepstra, dimension: dimension)
        return decoder.segments()
    }

    /// Searches what was searched last for something else.
    private func searchAgain(_ name: String) throws(DecoderError) -> [PocketSphinxDecoder.Segment] {
        try decoder.select(name)
        try decoder.processAgain()
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

extension PocketSphinxDecoder.Segment {
    /// How much of it lies in `span`, 0 to 1.
    fileprivate func share(in span: Range<Int>) -> Double {
        Double(frames.clamped(to: span).count) / Double(frames.count)
    }
}
