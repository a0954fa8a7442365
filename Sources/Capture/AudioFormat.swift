import Platform

/// How samples stand in memory: rate, channels and sample type. Interleaved, native byte order.
///
/// ```swift
/// let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .int16)
/// print(stereo, stereo.bytesPerFrame)  // 48000 Hz, 2 channels, 16 bit 4
/// ```
public struct AudioFormat: Sendable, Hashable {
    /// The type of one sample: of an ``AudioFormat``, and what ``DeviceOptions/sample`` asks a microphone for.
    public enum Sample: Sendable, Hashable, CaseIterable {
        /// 16-bit signed integer.
        case int16
        /// 24-bit signed integer in three bytes (ALSA's S24_3).
        case int24
        /// 24-bit signed integer in the lower three of four bytes, the fourth without meaning (ALSA's S24).
        case int24Padded
        /// 32-bit signed integer.
        case int32
        /// 32-bit float, full scale ±1.
        case float32

        /// Bytes a sample.
        public var byteCount: Int {
            switch self {
            case .int16: 2
            case .int24: 3
            case .int24Padded, .int32, .float32: 4
            }
        }
    }

    /// Frames a second, 8 000 to 192 000.
    public var sampleRate: Int
    /// Samples a frame, 1 to 8.
    public var channelCount: Int
    /// The type of its samples.
    public var sample: Sample

    /// Any numbers; ``isSupported`` tells whether sound can be taken in like this.
    public init(sampleRate: Int, channelCount: Int, sample: Sample) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.sample = sample
    }

    /// The size of a frame, the samples of all channels.
    public var bytesPerFrame: Int { channelCount * sample.byteCount }

    /// What recognition hears: 16 kHz, mono, 16 bit.
    public static let recognition = AudioFormat(sampleRate: 16_000, channelCount: 1, sample: .int16)
}

extension AudioFormat {
    /// The rates that sound is taken in at.
    public static let sampleRates = 8_000...192_000
    /// The numbers of channels that sound is taken in with.
    public static let channelCounts = 1...8

    /// Whether rate and channels lie within ``sampleRates`` and ``channelCounts``.
    public var isSupported: Bool {
        Self.sampleRates.contains(sampleRate) && Self.channelCounts.contains(channelCount)
    }

    /// The number of frames in `span`, to the nearest.
    func frames(in span: Duration) -> Int { Int(span.frames(at: sampleRate)) }
}

extension AudioFormat: CustomStringConvertible {
    /// For people: `48000 Hz, 2 channels, 16 bit`.
    public var description: String {
        let channels = channelCount == 1 ? "mono" : "\(channelCount) channels"
        return "\(sampleRate) Hz, \(channels), \(sample)"
    }
}

extension AudioFormat.Sample: CustomStringConvertible {
    /// For people: `16 bit`, `float`.
    public var description: String {
        switch self {
        case .int16: "16 bit"
        case .int24: "24 bit"
        case .int24Padded: "24 bit in 4 bytes"
        case .int32: "32 bit"
        case .float32: "float"
        }
    }
}
