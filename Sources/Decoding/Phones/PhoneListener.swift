import Glibc
import Network

/// Says of each 10 ms of a stream how badly each phone fits it.
///
/// One thread at a time may use it.
///
/// Source: H. Bourlard and N. Morgan, "Connectionist Speech Recognition: A Hybrid Approach", Kluwer 1994: a network's
/// posteriors, divided by the priors, take the place of likelihoods; here they stand beside those of the acoustic model.
///
/// ```swift
/// var listener = PhoneListener(weights)
/// listener.process(samples) { costs in rows.append(costs) }
/// listener.finish { costs in rows.append(costs) }
/// ```
struct PhoneListener: ~Copyable {
    /// For each phone how much worse than certain it is, in PocketSphinx's units, times the network's weight.
    typealias Costs = [Int32]

    private let weights: PhoneWeights
    private var analysis = BandAnalysis()
    private var network: RecurrentNetwork
    private var hop: [Float] = []
    /// Frames that must still be heard before the first is known.
    private var lead: Int

    init(_ weights: PhoneWeights) {
        self.weights = weights
        network = RecurrentNetwork(weights.network)
        lead = weights.delay
        hop.reserveCapacity(BandAnalysis.hop)
    }

    /// Forgets what it heard: another stream begins.
    mutating func reset() {
        analysis.reset()
        network.reset()
        hop.removeAll(keepingCapacity: true)
        lead = weights.delay
    }

    /// Hears the next samples at 16 kHz, and hands on what is known by them, in order.
    mutating func process(_ samples: [Int16], _ handOn: (Costs) -> Void) {
        for sample in samples {
            hop.append(Float(sample) / 32_768)
            guard hop.count == BandAnalysis.hop else { continue }
            analysis.advance(hop)
            hop.removeAll(keepingCapacity: true)
            let outputs = network.advance(analysis.bands)
            if lead > 0 {
                lead -= 1
            } else {
                handOn(costs(outputs))
            }
        }
    }

    /// Hands on what is still missing, as if silence followed.
    mutating func finish(_ handOn: (Costs) -> Void) {
        // The rest of a hop counts as a frame.
        let missing = weights.delay + 1
        process([Int16](repeating: 0, count: missing * BandAnalysis.hop - hop.count), handOn)
    }

    private func costs(_ outputs: UnsafePointer<Float>) -> Costs {
        let count = network.outputs
        var highest = -Float.infinity
        for phone in 0..<count { highest = max(highest, outputs[phone]) }
        var sum: Float = 0
        for phone in 0..<count { sum += exp(outputs[phone] - highest) }
        let total = highest + log(sum)
        return (0..<count).map { phone in
            let likelihood = outputs[phone] - total - weights.priors[phone]
            return Int32((-likelihood * weights.weight / PhoneWeights.unit).rounded())
        }
    }
}
