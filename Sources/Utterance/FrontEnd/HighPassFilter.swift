import Glibc

/// Takes away what lies below a frequency: 3 dB at the cutoff, 12 dB more an octave below it, nothing above.
///
/// A Butterworth filter of the second order. Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad
/// filter coefficients", the high-pass filter with Q = 1/√2; transposed direct form II.
///
/// ```swift
/// let frontEnd = FrontEnd(stages: [HighPassFilter(cutoff: 80, sampleRate: 16_000)])
/// ```
final class HighPassFilter: ProcessingStage {
    private let b: (Double, Double, Double)
    private let a: (Double, Double)
    private var state = (0.0, 0.0)

    /// - Parameters:
    ///   - cutoff: in Hz, above 0 and below half the sample rate.
    ///   - sampleRate: in Hz.
    init(cutoff: Double, sampleRate: Int) {
        precondition(cutoff > 0 && cutoff < Double(sampleRate) / 2)
        let angle = 2 * Double.pi * cutoff / Double(sampleRate)
        let alpha = sin(angle) / (2 * 0.5.squareRoot())
        let scale = 1 / (1 + alpha)
        let gain = (1 + cos(angle)) / 2 * scale
        b = (gain, -2 * gain, gain)
        a = (-2 * cos(angle) * scale, (1 - alpha) * scale)
    }

    func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
        var (first, second) = state
        for index in samples.indices {
            let input = Double(samples[index])
            let output = b.0 * input + first
            first = b.1 * input - a.0 * output + second
            second = b.2 * input - a.1 * output
            samples[index] = Int16(saturating: output)
        }
        state = (first, second)
    }

    func reset() { state = (0, 0) }
}

extension Int16 {
    /// The nearest value that there is.
    init(saturating value: Double) {
        self.init(Swift.max(-32_768, Swift.min(32_767, value.rounded())))
    }
}
