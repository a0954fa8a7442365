import NeuralNetwork

/// What the noise reduction has learned: the layers of its network and how its gains are used.
///
/// A value that threads may share. The file's format: the magic `EARNOISE`; version, bands, dense units and hidden units,
/// each 32 bits; the exponent of the gains and the least gain, each a 32-bit float; then the layers (``NetworkWeights``).
///
/// ```swift
/// let weights = try NoiseWeights(contentsOf: "models/en-US/noise/noise.weights")
/// let frontEnd = FrontEnd(stages: [NoiseReduction(weights)])
/// ```
package struct NoiseWeights: Sendable {
    /// The gains are raised to this power: below one, less is taken away than the network would.
    let exponent: Float
    /// No band is made quieter than by this factor.
    let leastGain: Float
    /// Its outputs are the gains of the bands, and whether there is speech.
    let network: NetworkWeights

    /// Reads a file; it is checked whole, so that a broken one is refused here.
    package init(contentsOf path: String) throws(NetworkError) {
        var file = try WeightsFile(
            path, of: .noiseReduction, magic: "EARNOISE", version: 1, headerWords: 5)
        let shape = try NetworkWeights.Shape(
            bands: file.word(), dense: file.word(), hidden: file.word(), outputs: MelBands.count + 1, of: file
        )
        exponent = file.float()
        leastGain = file.float()
        guard (0.1...4).contains(exponent), (0...1).contains(leastGain) else { throw .damaged(path: path) }
        try file.expect(2 * shape.count)
        network = try NetworkWeights(shape, from: &file)
    }
}
