import Grammar

/// Finds when each word of a known sentence was said: the reference for measuring how late a recognizer is.
///
/// It searches for that one sentence, with pauses wherever they were made, over the whole recording at once. So, unlike a
/// recognizer's own word times, its times depend neither on where an endpointer cut the recording nor on what a live
/// decoder had learned of the microphone by then. Align the recording without noise, even where noise was mixed in.
///
///     let aligner = try ForcedAligner(
///         words: ["stop", "the", "pump"], dictionary: lexicon.text, acousticModel: pack.acousticModel)
///     let words = try aligner.align(["stop", "the", "pump"], to: samples)
///     words?.last?.end    // from the first sample on
///
/// One thread at a time may use it.
///
/// Source: forced Viterbi alignment as in L. Rabiner and B.-H. Juang, "Fundamentals of Speech Recognition", 1993,
/// chapter 6.
package final class ForcedAligner {
    private static let name = "sentence"

    private let decoder: PocketSphinxDecoder
    private let words: Set<String>

    /// - Parameters:
    ///   - words: every word of the sentences to come; not empty.
    ///   - dictionary: their pronunciations as text, as a `Lexicon` makes it.
    ///   - acousticModel: folder of the model, from a checked `ModelPack`.
    ///   - sampleRate: the model's, in Hz; recordings come in it.
    /// - Throws: `.unknownWords` for words that the dictionary lacks, `.emptyGrammar` for no words, `.unusableModel`,
    ///   or `.outOfResources`.
    package init(words: Set<String>, dictionary: String, acousticModel: String, sampleRate: Int = 16_000)
        throws(DecoderError)
    {
        self.words = words
        var options = DecoderOptions()
        // The only sentence must survive to its end, and there are no competitors to prune.
        options.beam = 1e-150
        options.phoneBeam = 1e-150
        options.wordBeam = 1e-150
        options.gaussians = 4
        options.extra["compallsen"] = "no"
        decoder = try PocketSphinxDecoder(
            acousticModel: acousticModel, sampleRate: sampleRate, pronunciations: .text(dictionary),
            search: .grammar(.sentence(words.sorted())), options: options)
    }

    /// When each of `sentence`'s words was said, from the first sample on; nil when the sentence is empty, has a word that
    /// the aligner was not made for, or is not in the recording.
    ///
    /// - Parameters:
    ///   - sentence: every word that was said, in order, in lower case.
    ///   - samples: the whole recording, 16-bit mono at the model's rate.
    /// - Throws: `.decodingFailed` when PocketSphinx refuses the recording; the next one may be tried.
    package func align(_ sentence: [String], to samples: [Int16]) throws(DecoderError) -> [RecognizedWord]? {
        guard !sentence.isEmpty, words.isSuperset(of: sentence) else { return nil }
        try decoder.add(.grammar(.sentence(sentence)), named: Self.name)
        try decoder.select(Self.name)
        try decoder.start()
        try decoder.processWhole(samples)
        try decoder.finish()
        let segments = decoder.segments().filter { !$0.isFiller }
        guard segments.map(\.word) == sentence else { return nil }
        return segments.map { segment in
            RecognizedWord(
                text: segment.word, start: decoder.time(atFrame: segment.frames.lowerBound),
                end: decoder.time(atFrame: segment.frames.upperBound))
        }
    }
}

extension WordNetwork {
    /// A network with one sentence.
    fileprivate static func sentence(_ words: [String]) -> WordNetwork {
        WordNetwork(
            stateCount: words.count + 1, start: 0, final: words.count,
            arcs: words.enumerated().map { Arc(from: $0.offset, to: $0.offset + 1, word: $0.element) })
    }
}
