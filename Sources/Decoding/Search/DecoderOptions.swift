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
    package var beam = 1e-80
    /// Beam at the ends of phones, likewise.
    package var phoneBeam = 1e-80
    /// Beam at the ends of words, likewise.
    package var wordBeam = 1e-60
    /// Gaussians scored per codebook and frame, 1 to the model's 128: most of the time that decoding takes. More than 8 take
    /// longer and recognize no more commands; PocketSphinx's 4 recognize fewer in noise.
    package var gaussians = 8
    /// Subtract the spectrum of steady noise.
    package var removesNoise = true
    /// How many frames (of 10 ms) of earlier speech the cepstral mean weighs at the start of an utterance, 1 to 500:
    /// fewer adapts faster, more is steadier. What lies beyond counts as the nearest.
    package var cepstralMeanMemory = 200
    /// Block in which audio reaches the decoder, in samples of 16 kHz (other rates get as many milliseconds): 800 is
    /// 50 ms. Results depend on it (slightly), never on the size in which audio was fed.
    package var hop = 800
    /// More of PocketSphinx's own options, by name without the dash, as 'pocketsphinx_batch -help' lists them. A
    /// decoder with one that PocketSphinx does not know is refused with `DecoderError.decodingFailed`.
    package var extra: [String: String] = [:]

    /// Those for commands.
    package init() {}
}
