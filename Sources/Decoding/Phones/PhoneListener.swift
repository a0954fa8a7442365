import NeuralNetwork

/// Says of each 10 ms of a stream how likely each phone is.
///
/// One thread at a time may use it.
///
/// Source: H. Bourlard and N. Morgan, "Connectionist Speech Recognition: A Hybrid Approach", Kluwer 1994: a network's
/// posteriors, divided by the priors, take the place of likelihoods; here they stand beside those of the acoustic model.
///
/// ```swift
/// var listener = PhoneListener(weights)
/// listener.process(samples) { posteriors in costs.append(weights.costs(of: posteriors)) }
/// listener.finish { posteriors in costs.append(weights.costs(of: posteriors)) }
/// ```
struct PhoneListener: ~Copyable {
    private let weights: PhoneWeights
    private var analysis = BandAnalysis()
    private var network: RecurrentNetwork
    private var hop: [Float] = []
    /// The bands of frames that the network has yet to hear: it fetches its weights once for up to eight.
    private var bands: [Float] = []
    private static let mostFrames = 8
    /// Frames that must still be heard before the first is known.
    private var lead: Int

    init(_ weights: PhoneWeights) {
        self.weights = weights
        network = RecurrentNetwork(weights.network, frames: Self.mostFrames)
        lead = weights.delay
        hop.reserveCapacity(BandAnalysis.hop)
        bands.reserveCapacity(Self.mostFrames * MelBands.count)
    }

    /// Forgets what it heard: another stream begins.
    mutating func reset() {
        analysis.reset()
        network.reset()
        hop.removeAll(keepingCapacity: true)
        lead = weights.delay
    }

    /// Hears the next samples at 16 kHz, and hands on what is known by them, in order.
    mutating func process(_ samples: [Int16], _ handOn: (PhonePosteriors) -> Void) {
        for sample in samples {
            hop.append(Float(sample) / 32_768)
            guard hop.count == BandAnalysis.hop else { continue }
            analysis.advance(hop)
            hop.removeAll(keepingCapacity: true)
            bands.append(contentsOf: UnsafeBufferPointer(start: analysis.bands, count: MelBands.count))
            if bands.count == Self.mostFrames * MelBands.count { hear(handOn) }
        }
        hear(handOn)
    }

    /// Has the network hear the frames that have come.
    private mutating func hear(_ handOn: (PhonePosteriors) -> Void) {
        let frames = bands.count / MelBands.count
        guard frames > 0 else { return }
        let outputs = network.advance(bands, frames: frames)
        bands.removeAll(keepingCapacity: true)
        for frame in 0..<frames {
            if lead > 0 {
                lead -= 1
            } else {
                handOn(PhonePosteriors(outputs + frame * network.outputStride, count: network.outputs))
            }
        }
    }

    /// Hands on what is still missing, as if silence followed.
    mutating func finish(_ handOn: (PhonePosteriors) -> Void) {
        // The rest of a hop counts as a frame.
        let missing = weights.delay + 1
        process([Int16](repeating: 0, count: missing * BandAnalysis.hop - hop.count), handOn)
    }
}
