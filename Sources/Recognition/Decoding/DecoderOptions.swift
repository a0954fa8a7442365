/// How widely a decoder searches, and how it treats the signal. The defaults are what commands were tuned with.
public struct DecoderOptions: Sendable, Hashable {
    /// Beam of every frame: hypotheses less likely than this fraction of the best are dropped. Smaller is wider.
    public var beam = 1e-80
    /// Beam at the ends of phones.
    public var phoneBeam = 1e-80
    /// Beam at the ends of words.
    public var wordBeam = 1e-60
    /// Gaussians scored per codebook and frame, 1 to the model's 128: most of the time that decoding takes. With 8 as many
    /// of 148 orders are heard right as with 16, clean (142) and in kitchen noise at 12 dB (134 and 133), for two thirds
    /// of the time; with PocketSphinx's 4, four points fewer in noise.
    public var gaussians = 8
    /// Subtract the spectrum of steady noise.
    public var removesNoise = true
    /// How many frames (of 10 ms) of earlier speech the channel mean weighs at the start of an utterance, 1 to 800:
    /// fewer adapts faster, more is steadier.
    public var channelMemory = 200
    /// Frame size in which audio reaches the decoder, in samples; results depend on it (slightly), never on the
    /// size in which audio was fed.
    public var hop = 800
    /// More of PocketSphinx's own options, by name without the dash, as 'pocketsphinx_batch -help' lists them.
    public var extra: [String: String] = [:]

    public init() {}
}
