import Glibc

/// How loud sound is: peak, RMS and clipped samples of what was measured since the last `reset`.
///
/// ```swift
/// var meter = LevelMeter()
/// meter.measure(samples)
/// print(meter.peak, meter.rms)       // in dBFS: 0 is full scale, -90.3 one step of 16 bits
/// ```
package struct LevelMeter: Sendable {
    /// A sample this large or larger counts as clipped: 99 % of full scale, since resampling rounds the flat tops.
    package static let clippingThreshold: Int16 = 32_440

    /// Samples measured.
    package private(set) var sampleCount = 0
    /// How many of them were clipped.
    package private(set) var clipCount = 0

    private var largest = 0
    private var sumOfSquares = 0.0

    /// A meter that has measured nothing.
    package init() {}

    /// Takes in 16-bit samples of any number of channels.
    package mutating func measure(_ samples: UnsafeBufferPointer<Int16>) {
        // Sums that cannot overflow need no check, and so are made of several samples at a time: squares fit, 2^30 × 2^33 samples.
        var (least, most) = (Int32.max, Int32.min)
        var (clips, squares) = (0, 0 as Int64)
        let clipping = Int32(Self.clippingThreshold)
        for sample in samples {
            let value = Int32(sample)
            least = min(least, value)
            most = max(most, value)
            clips &+= value >= clipping || value <= -clipping ? 1 : 0
            squares &+= Int64(value &* value)
        }
        guard !samples.isEmpty else { return }
        largest = max(largest, Int(most), -Int(least))
        clipCount += clips
        sumOfSquares += Double(squares)
        sampleCount += samples.count
    }

    /// The largest sample in dBFS; minus infinity for digital silence.
    package var peak: Double { decibels(Double(largest)) }

    /// The root of the mean square in dBFS (a full-scale square wave is 0, a sine -3.01).
    package var rms: Double {
        sampleCount == 0 ? -.infinity : decibels((sumOfSquares / Double(sampleCount)).squareRoot())
    }

    /// Forgets everything, for the next stretch.
    package mutating func reset() { self = LevelMeter() }

    private func decibels(_ amplitude: Double) -> Double { 20 * log10(amplitude / 32_768) }
}
