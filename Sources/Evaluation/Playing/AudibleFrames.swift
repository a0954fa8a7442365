/// Where a recording has more to hear than its own quiet: frames of 10 ms that are 10 dB louder than the quietest tenth of them, and at
/// most 60 dB quieter than the loudest.
///
/// ```swift
/// AudibleFrames(in: samples).end(before: 48_000)     // 41_600, after which it is quiet
/// ```
struct AudibleFrames {
    private let powers: [Double]
    private let least: Double

    init(in samples: [Int16]) {
        powers = stride(from: 0, to: samples.count, by: Self.length).map { start in
            Self.power(of: samples[start..<min(start + Self.length, samples.count)])
        }
        let sorted = powers.sorted()
        least = max(10 * (sorted.isEmpty ? 0 : sorted[sorted.count / 10]), 1e-6 * (sorted.last ?? 0))
    }

    /// Behind the last one before `sample`, and no later than that; nil where there is none.
    func end(before sample: Int) -> Int? {
        let frames = powers.prefix((sample + Self.length - 1) / Self.length)
        return frames.lastIndex { $0 >= least }.map { min(($0 + 1) * Self.length, sample) }
    }

    private static let length = 160

    /// Without a microphone's offset, which is no sound.
    private static func power(of frame: ArraySlice<Int16>) -> Double {
        let count = Double(frame.count)
        let mean = frame.reduce(0) { $0 + Double($1) } / count
        return frame.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
    }
}
