import CALSA

/// A PCM's hardware parameters while they are being chosen.
struct PCMConfiguration: ConfigurationSpace, ~Copyable {
    let name: String
    private let pcm: OpaquePointer
    private let parameters: OpaquePointer

    /// All that `handle` admits, interleaved. `handle` must outlive this.
    init(_ handle: borrowing PCMHandle) throws(CaptureError) {
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) == 0, let parameters else {
            throw .memoryRefused(reason: "alsa-lib has none for a configuration")
        }
        let access = SND_PCM_ACCESS_RW_INTERLEAVED
        var code = snd_pcm_hw_params_any(handle.pcm, parameters)
        if code >= 0 { code = snd_pcm_hw_params_set_access(handle.pcm, parameters, access) }
        guard code >= 0 else {
            snd_pcm_hw_params_free(parameters)
            throw .deviceFailed(
                name: handle.name, call: "snd_pcm_hw_params_set_access",
                reason: String(cString: snd_strerror(code)))
        }
        name = handle.name
        pcm = handle.pcm
        self.parameters = parameters
    }

    deinit { snd_pcm_hw_params_free(parameters) }

    func admits(rate: Int) -> Bool { snd_pcm_hw_params_test_rate(pcm, parameters, UInt32(rate), 0) == 0 }

    func admits(channels: Int) -> Bool {
        snd_pcm_hw_params_test_channels(pcm, parameters, UInt32(channels)) == 0
    }

    func admits(sample: AudioFormat.Sample) -> Bool {
        snd_pcm_hw_params_test_format(pcm, parameters, sample.alsaFormat) == 0
    }

    mutating func fix(rate: Int) throws(CaptureError) {
        try check(
            "snd_pcm_hw_params_set_rate", snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(rate), 0))
    }

    mutating func fix(channels: Int) throws(CaptureError) {
        try check(
            "snd_pcm_hw_params_set_channels",
            snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(channels)))
    }

    mutating func fix(sample: AudioFormat.Sample) throws(CaptureError) {
        try check(
            "snd_pcm_hw_params_set_format", snd_pcm_hw_params_set_format(pcm, parameters, sample.alsaFormat))
    }

    /// What the hardware settled on, read back.
    struct Settled: Equatable {
        var sampleRate: Int
        var channelCount: Int
        var periodFrames: Int
        var bufferFrames: Int
    }

    /// Asks for period and buffer as near as the hardware has them, installs everything and reads it back.
    mutating func install(_ options: DeviceOptions, for format: AudioFormat) throws(CaptureError) -> Settled {
        let span = min(max(options.period, .milliseconds(1)), .seconds(1))
        var period = snd_pcm_uframes_t(format.frames(in: span))
        try check(
            "snd_pcm_hw_params_set_period_size_near",
            snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil))
        var buffer = period * snd_pcm_uframes_t(min(max(options.periodCount, 2), 1000))
        try check(
            "snd_pcm_hw_params_set_buffer_size_near",
            snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer))
        try check("snd_pcm_hw_params", snd_pcm_hw_params(pcm, parameters))

        var rate: UInt32 = 0
        var channels: UInt32 = 0
        try check("snd_pcm_hw_params_get_rate", snd_pcm_hw_params_get_rate(parameters, &rate, nil))
        try check("snd_pcm_hw_params_get_channels", snd_pcm_hw_params_get_channels(parameters, &channels))
        try check(
            "snd_pcm_hw_params_get_period_size", snd_pcm_hw_params_get_period_size(parameters, &period, nil))
        try check("snd_pcm_hw_params_get_buffer_size", snd_pcm_hw_params_get_buffer_size(parameters, &buffer))
        return Settled(
            sampleRate: Int(rate), channelCount: Int(channels), periodFrames: Int(period),
            bufferFrames: Int(buffer))
    }

    private func check(_ call: StaticString, _ code: Int32) throws(CaptureError) {
        guard code < 0 else { return }
        throw .deviceFailed(name: name, call: "\(call)", reason: String(cString: snd_strerror(code)))
    }
}

extension AudioFormat.Sample {
    /// In native byte order, which is little-endian on every board this runs on.
    var alsaFormat: snd_pcm_format_t {
        switch self {
        case .int16: SND_PCM_FORMAT_S16_LE
        case .int24: SND_PCM_FORMAT_S24_3LE
        case .int24Padded: SND_PCM_FORMAT_S24_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        }
    }
}
