/// What a device still admits while its configuration is being narrowed, step by step: some rates go with some channel
/// counts only.
protocol ConfigurationSpace: ~Copyable {
    /// The device, for messages.
    var name: String { get }
    func admits(rate: Int) -> Bool
    func admits(channels: Int) -> Bool
    func admits(sample: AudioFormat.Sample) -> Bool
    /// Fixes what was admitted.
    mutating func fix(rate: Int) throws(CaptureError)
    mutating func fix(channels: Int) throws(CaptureError)
    mutating func fix(sample: AudioFormat.Sample) throws(CaptureError)
}

extension ConfigurationSpace where Self: ~Copyable {
    /// What the space offers of the rates, channels and sample types this program knows.
    var capabilities: CaptureDevice.Capabilities {
        let channels = AudioFormat.channelCounts.filter { admits(channels: $0) }
        return .init(
            sampleRates: Self.knownRates.sorted().filter { admits(rate: $0) },
            channelCounts: (channels.first ?? 0)...(channels.last ?? 0),
            samples: AudioFormat.Sample.allCases.filter { admits(sample: $0) })
    }

    /// Chooses what `options` ask for, and otherwise what is cheapest to bring to 16 kHz mono 16 bit without loss; nothing that
    /// `AudioFormat` does not admit, also where the hardware has it.
    mutating func choose(_ options: DeviceOptions) throws(CaptureError) -> AudioFormat {
        let offered = "\(capabilities)"
        let rates = options.sampleRate.map { [$0] } ?? Self.knownRates
        guard let rate = rates.first(where: { AudioFormat.sampleRates.contains($0) && admits(rate: $0) })
        else {
            throw .rateRefused(name: name, rate: options.sampleRate ?? 16_000, offered: offered)
        }
        try fix(rate: rate)

        let fewest = if case .channel(let channel) = options.channels { channel } else { Int.min }
        let counts = AudioFormat.channelCounts.filter { $0 == options.channelCount ?? $0 }
        guard let channels = counts.first(where: { $0 >= fewest && admits(channels: $0) }) else {
            throw .channelsRefused(
                name: name, channels: max(options.channelCount ?? 1, fewest), offered: offered)
        }
        try fix(channels: channels)

        let samples = options.sample.map { [$0] } ?? [.int16, .int32, .int24, .int24Padded, .float32]
        guard let sample = samples.first(where: { admits(sample: $0) }) else {
            throw .sampleRefused(name: name, offered: offered)
        }
        try fix(sample: sample)
        return AudioFormat(sampleRate: rate, channelCount: channels, sample: sample)
    }

    /// 16 kHz itself, then rates above it, whole multiples first, and only then those that lose.
    private static var knownRates: [Int] {
        [
            16_000, 32_000, 48_000, 96_000, 192_000, 22_050, 24_000, 44_100, 64_000, 88_200, 176_400, 12_000,
            11_025,
            8_000,
        ]
    }
}
