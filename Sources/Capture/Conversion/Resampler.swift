import CSpeexDSP

/// Another sample rate, without delay: the first frame out stands at the time of the first frame in.
///
/// speexdsp's windowed sinc (after J. O. Smith's "Digital Audio Resampling"); its delay of half a filter is skipped at
/// the start and made up for at the end by `flush`.
struct Resampler: ~Copyable {
    /// 0 (fastest) to 10 (best). At 5 the passband reaches 92 % of the lower rate's half, and aliases lie under -80 dB; `make
    /// bench` measures its cost.
    private static let quality: Int32 = 5

    private let state: OpaquePointer
    private let channels: Int
    /// As many zeros as fill the filter once; what `flush` feeds.
    private let zeros: [Float]

    /// Rates in Hz and a number of interleaved channels; nil when there is no memory for the filter.
    init?(from source: Int, to target: Int, channels: Int) {
        var status: Int32 = 0
        guard
            let state = speex_resampler_init(
                UInt32(channels), UInt32(source), UInt32(target), Self.quality, &status)
        else { return nil }
        speex_resampler_skip_zeros(state)
        self.state = state
        self.channels = channels
        zeros = [Float](repeating: 0, count: channels * 256)
    }

    deinit { speex_resampler_destroy(state) }

    /// Converts as many frames as both sides have room for.
    mutating func process(
        _ input: UnsafePointer<Float>, frames: Int, into output: UnsafeMutablePointer<Float>, room: Int
    ) -> (read: Int, written: Int) {
        var read = UInt32(frames)
        var written = UInt32(room)
        speex_resampler_process_interleaved_float(state, input, &read, output, &written)
        return (Int(read), Int(written))
    }

    /// Pushes out what the filter still holds, `room` frames at most.
    mutating func drain(into output: UnsafeMutablePointer<Float>, room: Int) -> Int {
        let frames = zeros.count / channels
        return zeros.withUnsafeBufferPointer {
            process($0.baseAddress!, frames: frames, into: output, room: room).written
        }
    }

    /// Forgets what was heard, for a new start after a gap.
    mutating func restart() {
        speex_resampler_reset_mem(state)
        speex_resampler_skip_zeros(state)
    }
}
