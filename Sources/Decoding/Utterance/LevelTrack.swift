import Glibc

/// How loud each 10 ms of an utterance is.
///
/// ```swift
/// var track = LevelTrack(sampleRate: 16_000)
/// track.append(hop)
/// print(track.levels.max() ?? LevelTrack.silence)
/// ```
struct LevelTrack {
    /// Of digital silence, and the least.
    static let silence = -100.0

    /// One for each full 10 ms, in dBFS, after pre-emphasis, which takes away hum and offset.
    private(set) var levels: [Double] = []
    private let frameLength: Int
    private var previousSample = 0.0
    private var sum = 0.0
    private var count = 0

    /// - Parameter sampleRate: in Hz.
    init(sampleRate: Int) {
        frameLength = sampleRate / 100
    }

    /// Takes the next samples, of any number.
    mutating func append(_ samples: [Int16]) {
        for sample in samples {
            let value = Double(sample) / 32_768
            let difference = value - 0.95 * previousSample
            previousSample = value
            sum += difference * difference
            count += 1
            guard count == frameLength else { continue }
            levels.append(sum > 0 ? max(Self.silence, 10 * log10(sum / Double(count))) : Self.silence)
            (sum, count) = (0, 0)
        }
    }
}
