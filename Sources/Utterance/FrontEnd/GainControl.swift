import Glibc

/// Brings speech slowly to an even level, and never beyond full scale.
///
/// It follows the level of speech only: a pause, however long, is not made louder for being one. The gain rises by 6 dB a
/// second at most and falls by 60, so that a decoder's cepstral mean can follow; where a sample would still go beyond full
/// scale it falls at once, and is back within half a second. It belongs to the microphone and stays when what is heard begins anew.
///
/// Source: D. Giannoulis, M. Massberg and J. D. Reiss, "Digital dynamic range compressor design: a tutorial and analysis",
/// Journal of the Audio Engineering Society 60 (2012): level in decibels, smoothed with an attack and a release of its own.
///
/// ```swift
/// let gain = GainControl()
/// let frontEnd = FrontEnd(stages: [HighPassFilter(cutoff: 80, sampleRate: 16_000), gain])
/// let heard = frontEnd.process(block)
/// print(gain.gain)        // 12.5: so many dB louder than it came
/// ```
package final class GainControl: ProcessingStage {
    /// Where the louder sounds of speech are to lie, in dBFS.
    private static let target = -22.0
    /// The least and the greatest gain, in dB: for speech at the distance of a table or a room.
    private static let range = -12.0...30.0
    /// How fast the gain rises, in dB a second.
    private static let rise = 6.0
    /// How fast it falls, in dB a second; where a sample would go beyond full scale, at once.
    private static let fall = 60.0

    /// Samples whose gain changes together, on a straight line from the one before: 10 ms at 16 kHz.
    private static let blockLength = 160
    private static let blocksPerSecond = 100.0
    private static let greatestPeak = 32_000.0
    /// Smoothing of the level a block of speech: 0.5 s when it rises, so that a slam does not make what follows quiet, and
    /// 20 s when it falls: with shorter ones, noise between words raises the gain until the endpointer no longer takes it
    /// for background.
    private static let attack = exp(-1 / (0.5 * blocksPerSecond))
    private static let release = exp(-1 / (20 * blocksPerSecond))

    /// The gain of the newest sample, in dB.
    package private(set) var gain = 0.0
    /// What it is where nothing is too loud for it.
    private var wanted = 0.0

    private var detector = GainControl.makeDetector()
    /// Level of the louder sounds of speech; nil until there was any.
    private var level: Double?

    /// Before any sound, with a gain of 0 dB. It is made for 16 kHz.
    package init() {}

    package func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
        var start = 0
        while start < samples.count {
            let end = min(start + Self.blockLength, samples.count)
            amplify(UnsafeMutableBufferPointer(rebasing: samples[start..<end]))
            start = end
        }
    }

    package func reset() {
        detector = Self.makeDetector()
    }

    /// Another microphone may be as loud as it likes.
    func forgetMicrophone() {
        reset()
        level = nil
        wanted = 0
        gain = 0
    }

    /// Also finds speech that is quiet enough to need this: only digital silence never counts as speech.
    private static func makeDetector() -> VoiceActivityDetector {
        var thresholds = VoiceActivityDetector.Thresholds()
        thresholds.least = -90
        return VoiceActivityDetector(thresholds: thresholds)
    }

    private func amplify(_ block: UnsafeMutableBufferPointer<Int16>) {
        var energy = 0.0
        var peak = 1.0
        for sample in block {
            let value = Double(sample)
            energy += value * value
            peak = max(peak, abs(value))
        }
        let before = gain
        if detector.process(UnsafeBufferPointer(block)), energy > 0 {
            follow(10 * log10(energy / Double(block.count) / (32_768 * 32_768)))
        }
        gain = min(wanted, before + Self.fall / Self.blocksPerSecond, 20 * log10(Self.greatestPeak / peak))
        // Reduced at once where the old gain would clip this block.
        var factor = pow(10, min(before, gain) / 20)
        let step = (pow(10, gain / 20) - factor) / Double(block.count)
        for index in block.indices {
            factor += step
            block[index] = Int16(saturating: Double(block[index]) * factor)
        }
    }

    /// Takes the level of a block of speech.
    private func follow(_ newest: Double) {
        let smoothed =
            level.map { level in
                let share = newest > level ? Self.attack : Self.release
                return share * level + (1 - share) * newest
            } ?? newest
        level = smoothed
        let goal = min(max(Self.target - smoothed, Self.range.lowerBound), Self.range.upperBound)
        wanted = min(
            max(goal, wanted - Self.fall / Self.blocksPerSecond), wanted + Self.rise / Self.blocksPerSecond)
    }
}
