import Decoding

/// Tells frames that are loud enough to be speech from the quiet between: only those show the channel.
///
/// The acoustic model was trained on sentences with little silence in them. With the quiet of a room counted in, the
/// cepstral mean is that of the room most of the time, and speech less it fits nothing. Of 100 recordings of
/// "computer" as they are, hardly any noise in them, 41 were missed for that, but only 20 of the same in 17 dB
/// kitchen noise, which fills the pauses; with this gate it is 12 and 15 (`earshot evaluate`).
///
/// Levels are those of c0, the frame's first cepstral coefficient, in which 10 dB are 11.5: the model's front end sums
/// 25 logarithms of filters, over the root of 25.
struct SpeechGate {
    /// Frames so much below the loudest are not speech: 26 dB. It keeps soft consonants, and all of the noise that
    /// the phrase must be heard in: with 17 dB as many are missed.
    static let depth: Float = 30
    /// Nor are frames that are not so much louder than the quietest: 7 dB. Steady noise is within 5 dB. It
    /// keeps what was learned through a long silence: after 10 s of quiet, 6 of 34 recordings are missed without, 2 with.
    private static let rise: Float = 8
    /// How fast both levels forget, a frame: 4 dB a second.
    private static let drift: Float = 0.05

    private var quietest = Float.infinity
    private var loudest = -Float.infinity

    /// Whether the next frame is loud enough.
    ///
    /// - Parameter level: its c0.
    mutating func passes(_ level: Float) -> Bool {
        quietest = min(quietest + Self.drift, level)
        loudest = max(loudest - Self.drift, level)
        return level > quietest + Self.rise && level > loudest - Self.depth
    }
}

extension SpeechGate {
    /// Of the next frames, those that are loud enough, one after the other.
    mutating func speech(in frames: [Float], dimension: Int) -> [Float] {
        var speech: [Float] = []
        for start in stride(from: 0, to: frames.count, by: dimension) where passes(frames[start]) {
            speech += frames[start..<start + dimension]
        }
        return speech
    }
}

extension Cepstra {
    /// The mean over those of `frames` that are loud enough to be speech, beside the loudest of `window`, which is
    /// among them.
    func speechMean(over frames: Range<Int>, besides window: Range<Int>) -> [Float] {
        let loudest = window.reduce(-Float.infinity) { max($0, level(of: $1)) }
        let speech = frames.filter { level(of: $0) > loudest - SpeechGate.depth }
        return RunningMean(of: speech.flatMap { self[$0..<$0 + 1] }, dimension: dimension).values
    }

    /// c0 of a known frame.
    private func level(of frame: Int) -> Float {
        self[frame..<frame + 1].first ?? -.infinity
    }
}
