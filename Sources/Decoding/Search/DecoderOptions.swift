/// How widely a decoder searches, and how it treats the signal. The defaults are what commands were tuned with;
/// ``dictation`` is for language models.
///
/// ```swift
/// var options = DecoderOptions()
/// options.gaussians = 4       // faster, and worse in noise
/// let decoder = try UtteranceDecoder(
///     grammar: grammar.network, dictionary: lexicon.text, acousticModel: pack.acousticModel, options: options)
/// ```
package struct DecoderOptions: Sendable, Hashable {
    /// Beam of every frame: hypotheses less likely than this fraction of the best are dropped. Above 0 and below 1;
    /// smaller is wider, slower and safer.
    ///
    /// All three are PocketSphinx's own. With 1e-80, 1e-80 and 1e-60, which were wider, 332 of 456 orders in 6 dB of a
    /// kitchen, a street and rain are done rightly and 49 wrongly, with these 332 and 46; without noise 150 of 152 with
    /// both.
    package var beam = 1e-48
    /// Beam at the ends of phones, likewise.
    package var phoneBeam = 1e-48
    /// Beam at the ends of words, likewise. Each end within it is noted until the utterance is over: a minute of a
    /// kitchen in which orders are listened for took 54 MB at its peak with 1e-60, and takes 38 MB.
    package var wordBeam = 7e-29
    /// Gaussians scored per codebook and frame, 1 to the model's 128: most of the time that decoding takes. More than 8 take
    /// longer and recognize no more commands; PocketSphinx's 4 recognize fewer in noise.
    package var gaussians = 8
    /// Subtract the spectrum of steady noise.
    package var removesNoise = true
    /// How many frames (of 10 ms) of earlier speech the cepstral mean weighs at the start of an utterance, 1 to 500:
    /// fewer adapts faster, more is steadier. What lies beyond counts as the nearest.
    package var cepstralMeanMemory = 200
    /// More of PocketSphinx's own options, by name without the dash, as 'pocketsphinx_batch -help' lists them. A
    /// decoder with one that PocketSphinx does not know is refused with `DecoderError.decodingFailed`.
    package var extra: [String: String] = [:]

    /// Those for commands.
    package init() {}

    /// Those for free text: PocketSphinx's own, where it computes the scores itself.
    package static var dictation: DecoderOptions {
        var options = DecoderOptions()
        options.gaussians = 4
        return options
    }

    /// Those for sentences of a grammar of which others are wanted, too: they are among the words that a search has
    /// noted, and lie in wider beams (see ``UtteranceRequest/alternatives``).
    package static var withAlternatives: DecoderOptions {
        var options = DecoderOptions()
        options.beam = 1e-80
        options.phoneBeam = 1e-80
        options.wordBeam = 1e-60
        return options
    }
}

extension DecoderOptions {
    /// The same for one of the decoders that work together.
    ///
    /// Who only scores is told nothing of a search. And scores of another decoder come once, so there is no second pass over them, nor a
    /// look further ahead than ``ScoreQueue`` goes back; what the network of phones has added to them is so clear that a wider search
    /// finds nothing more (``DictationProfile``).
    func fit(for search: PocketSphinxDecoder.Search, isGivenScores: Bool) -> DecoderOptions {
        var options = self
        if case .silence = search { options.extra = [:] }
        guard case .languageModel = search, isGivenScores else { return options }
        options.extra["fwdflat"] = "no"
        options.extra["maxhmmpf"] =
            "\(min(Int(extra["maxhmmpf"] ?? "") ?? .max, DictationProfile.mostPhones))"
        options.extra["pl_window"] = "\(min(Int(extra["pl_window"] ?? "") ?? 5, ScoreQueue.rereadable - 1))"
        return options
    }
}
