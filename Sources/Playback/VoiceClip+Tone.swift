import Glibc

extension VoiceClip {
    /// A sine tone at a quarter of full scale, faded in and out along half a cosine, so that it does not click.
    ///
    /// ```swift
    /// let beep = VoiceClip.tone(880, for: .milliseconds(120))
    /// ```
    ///
    /// - Parameters:
    ///   - frequency: In hertz, above 0 and below half of `sampleRate`.
    ///   - duration: How long it sounds.
    ///   - sampleRate: Samples a second.
    package static func tone(_ frequency: Double, for duration: Duration, sampleRate: Int = 16_000)
        -> VoiceClip
    {
        precondition(
            frequency > 0 && frequency * 2 < Double(sampleRate), "a tone lies below half the sample rate")
        let count = Int(duration / .seconds(1) * Double(sampleRate))
        // 10 ms are long enough for the ear to hear no edge, and short enough for a beep to stay crisp.
        let fade = min(Double(sampleRate) / 100, Double(count) / 2)
        let samples = (0..<count).map { index -> Int16 in
            let edge = min(1, Double(min(index, count - 1 - index)) / fade)
            let gain = (1 - cos(.pi * edge)) / 2 * 8192
            return Int16((gain * sin(2 * .pi * frequency * Double(index) / Double(sampleRate))).rounded())
        }
        return VoiceClip(samples: samples, sampleRate: sampleRate)
    }

    /// Tones one after the other, each as long as `duration`: two that rise ask or agree, two that fall refuse.
    ///
    /// ```swift
    /// let accepted = VoiceClip.tones([660, 990], each: .milliseconds(90))
    /// ```
    package static func tones(_ frequencies: [Double], each duration: Duration, sampleRate: Int = 16_000)
        -> VoiceClip
    {
        VoiceClip(
            samples: frequencies.flatMap { tone($0, for: duration, sampleRate: sampleRate).samples },
            sampleRate: sampleRate)
    }
}
