/// A short sound to be played: mono, 16 bit.
///
/// ```swift
/// speaker.play(.tone(880, for: .milliseconds(120)))
/// speaker.play(try .speech("pump on for ten minutes?").scaled(by: 0.5))
/// ```
package struct VoiceClip: Sendable, Hashable {
    /// One channel, full scale ±32 767.
    package var samples: [Int16]
    /// Samples a second, above 0.
    package var sampleRate: Int

    /// A sound that was made elsewhere.
    package init(samples: [Int16], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// How long it sounds, in whole microseconds.
    package var duration: Duration {
        .microseconds(Int64(samples.count) * 1_000_000 / Int64(sampleRate))
    }

    /// The same, with every sample times `volume`, 0 to 1.
    package func scaled(by volume: Double) -> VoiceClip {
        guard volume != 1 else { return self }
        return VoiceClip(
            samples: samples.map { Int16(clamping: Int((Double($0) * volume).rounded())) },
            sampleRate: sampleRate)
    }
}
