import Glibc

extension VoiceClip {
    /// A sine tone at a quarter of full scale, faded over 5 ms at both ends so that it does not click.
    ///
    ///     let beep = VoiceClip.tone(880, for: .milliseconds(120))
    ///
    /// - Parameters:
    ///   - frequency: In hertz, below half of `sampleRate`.
    ///   - duration: How long it sounds.
    ///   - sampleRate: Samples a second.
    public static func tone(_ frequency: Double, for duration: Duration, sampleRate: Int = 16_000)
        -> VoiceClip
    {
        precondition(
            frequency > 0 && frequency * 2 < Double(sampleRate), "a tone lies below half the sample rate")
        let count = Int(duration / .seconds(1) * Double(sampleRate))
        let fade = Double(sampleRate) * 0.005
        let samples = (0..<count).map { index -> Int16 in
            let edge = Double(min(index, count - 1 - index))
            let gain = min(1, edge / fade) * 8192
            return Int16((gain * sin(2 * .pi * frequency * Double(index) / Double(sampleRate))).rounded())
        }
        return VoiceClip(samples: samples, sampleRate: sampleRate)
    }
}
