/// How loud each 10 ms of an utterance is.
///
/// ```swift
/// var track = LevelTrack(sampleRate: 16_000)
/// track.append(hop)
/// print(track.levels.max() ?? PreEmphasis.silence)
/// ```
struct LevelTrack {
    /// One for each full 10 ms, in dBFS, pre-emphasised.
    private(set) var levels: [Double] = []
    private let frameLength: Int
    private var emphasis = PreEmphasis()
    private var sum = 0.0
    private var count = 0

    /// - Parameter sampleRate: in Hz.
    init(sampleRate: Int) {
        frameLength = sampleRate / 100
    }

    /// Takes the next samples, of any number.
    mutating func append(_ samples: [Int16]) {
        for sample in samples {
            sum += emphasis.power(of: sample)
            count += 1
            guard count == frameLength else { continue }
            levels.append(PreEmphasis.level(ofMeanSquare: sum / Double(count)))
            (sum, count) = (0, 0)
        }
    }
}
