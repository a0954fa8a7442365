import Glibc

/// What the network of phones says of 10 ms: how likely each phone is.
///
/// ```swift
/// listener.process(samples) { posteriors in print(posteriors.clarity) }
/// ```
struct PhonePosteriors: Sendable {
    /// For each phone the logarithm of its probability; the first is that of no phone.
    let logarithms: [Float]

    /// - Parameters:
    ///   - outputs: of the network, before any squashing.
    ///   - count: how many there are.
    init(_ outputs: UnsafePointer<Float>, count: Int) {
        var highest = -Float.infinity
        for phone in 0..<count { highest = max(highest, outputs[phone]) }
        var sum: Float = 0
        for phone in 0..<count { sum += exp(outputs[phone] - highest) }
        let total = highest + log(sum)
        logarithms = (0..<count).map { outputs[$0] - total }
    }

    /// Whether it is likelier than not that no phone is spoken.
    var isSilent: Bool { logarithms[0] > log(0.5) }

    /// How clearly some phone is heard, from -1 to 1: the probability that there is any, less the entropy of all in the unit of
    /// its greatest. 1 for a phone without doubt, 0 for silence without doubt and for the doubt which phone it is, below for the
    /// doubt whether it is any.
    var clarity: Float {
        var entropy: Float = 0
        for logarithm in logarithms { entropy -= exp(logarithm) * logarithm }
        return 1 - exp(logarithms[0]) - entropy / log(Float(logarithms.count))
    }
}
