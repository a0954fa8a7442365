/// A short sound to be played: mono, 16 bit.
public struct VoiceClip: Sendable, Hashable {
    public var samples: [Int16]
    /// Samples a second.
    public var sampleRate: Int

    public init(samples: [Int16], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// How long it sounds.
    public var duration: Duration {
        .microseconds(Int64(samples.count) * 1_000_000 / Int64(sampleRate))
    }
}
