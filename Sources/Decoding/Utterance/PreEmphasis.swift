import Glibc

/// Takes hum and offset away from sound whose level is measured: from each sample goes most of the one before.
///
/// ```swift
/// var emphasis = PreEmphasis()
/// let sum = block.reduce(0) { $0 + emphasis.power(of: $1) }
/// print(PreEmphasis.level(ofMeanSquare: sum / Double(block.count)), "dBFS")
/// ```
package struct PreEmphasis: Sendable {
    /// In dBFS, of digital silence, and the least.
    package static let silence = -100.0

    private var previous = 0.0

    /// Before any sound.
    package init() {}

    /// The square of what is left of the next sample; 1 is full scale.
    package mutating func power(of sample: Int16) -> Double {
        let value = Double(sample) / 32_768
        let difference = value - 0.95 * previous
        previous = value
        return difference * difference
    }

    /// In dBFS.
    package static func level(ofMeanSquare power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }
}
