import Decoding

/// Separates frames that are loud enough to be speech from the pauses between: only speech counts for the cepstral mean.
///
/// The acoustic model was trained on sentences with little silence in them. With pauses included, the cepstral mean is
/// mostly that of the quiet room, and after subtracting it, speech no longer matches the model: wake phrases are missed,
/// most of all where there is no noise to fill the pauses. Figures, "Wake phrases", has how many remain.
///
/// Levels are those of c0, the frame's first cepstral coefficient, in which 10 dB are 11.5: the model's front end sums
/// 25 logarithms of filters, over the root of 25.
struct SpeechGate {
    /// Frames further below the loudest are not speech: 26 dB. It keeps soft consonants, and the noise in which the phrase
    /// must be detected.
    static let depth: Float = 30
    /// Nor are frames less than this above the quietest: 7 dB, since steady noise stays within 5 dB. It keeps a long
    /// silence from replacing what was learned.
    private static let rise: Float = 8
    /// How fast both levels forget, a frame: 4 dB a second.
    private static let drift: Float = 0.05

    private var quietest = Float.infinity
    private var loudest = -Float.infinity

    /// Frames have passed that it does not hear: what was before them is that much longer ago.
    mutating func skip(_ frames: Int) {
        quietest += Self.drift * Float(frames)
        loudest -= Self.drift * Float(frames)
    }

    /// Whether the next frame is loud enough.
    ///
    /// - Parameter level: its c0.
    mutating func passes(_ level: Float) -> Bool {
        quietest = min(quietest + Self.drift, level)
        loudest = max(loudest - Self.drift, level)
        return level > quietest + Self.rise && level > loudest - Self.depth
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
