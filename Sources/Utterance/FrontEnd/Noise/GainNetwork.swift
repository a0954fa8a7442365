import Glibc
import NeuralNetwork

/// The network of the noise reduction at work on one stream: energies of bands in, gains of bands and voice out.
///
/// It allocates nothing after it was made; one thread at a time may use it.
///
/// Source: J.-M. Valin, "A hybrid DSP/deep learning approach to real-time full-band speech enhancement", IEEE Workshop
/// on Multimedia Signal Processing 2018; ours has two recurrent layers in a row, and no pitch filter.
struct GainNetwork: ~Copyable {
    private let exponent: Float
    private let leastGain: Float
    private var network: RecurrentNetwork
    /// Of the newest frame, 0 to 1; 0 before any.
    private(set) var speechProbability: Float = 0

    init(_ weights: NoiseWeights) {
        exponent = weights.exponent
        leastGain = weights.leastGain
        network = RecurrentNetwork(weights.network)
    }

    /// Forgets what it heard.
    mutating func reset() {
        network.reset()
        speechProbability = 0
    }

    /// Takes the energies of the next frame and puts its gains in their place.
    mutating func advance(_ bands: UnsafeMutablePointer<Float>) {
        let output = network.advance(bands)
        for band in 0..<MelBands.count {
            bands[band] = max(pow(sigmoid(output[band]), exponent), leastGain)
        }
        speechProbability = sigmoid(output[MelBands.count])
    }
}
