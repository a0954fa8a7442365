import Glibc

/// The network of the noise reduction at work on one stream: energies of bands in, gains of bands and voice out.
///
/// It allocates nothing after it was made; one thread at a time may use it.
///
/// Source: J.-M. Valin, "A hybrid DSP/deep learning approach to real-time full-band speech enhancement", IEEE Workshop
/// on Multimedia Signal Processing 2018; ours has two recurrent layers in a row, and no pitch filter.
struct GainNetwork: ~Copyable {
    /// A little above the energy of the rounding to 16 bits; as in training.
    private static let floor: Float = 1e-7

    private let weights: NoiseWeights
    /// All values that change: input, dense layer, both states side by side, output, and room for a layer's results.
    private let memory: UnsafeMutablePointer<Float>
    private let size: Int
    private let hidden: UnsafeMutablePointer<Float>
    private let states: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>

    init(_ weights: NoiseWeights) {
        self.weights = weights
        let stateSize = weights.first.units + weights.second.units
        let scratchSize = max(
            weights.first.given.room + weights.first.kept.room,
            weights.second.given.room + weights.second.kept.room)
        size = MelBands.count + weights.dense.room + stateSize + weights.output.room + scratchSize
        memory = .allocate(capacity: size)
        memory.initialize(repeating: 0, count: size)
        hidden = memory + MelBands.count
        states = hidden + weights.dense.room
        output = states + stateSize
        scratch = output + weights.output.room
    }

    deinit { memory.deallocate() }

    /// Of the newest frame, 0 to 1; 0 before any.
    var speechProbability: Float { output[MelBands.count] }

    /// Forgets what it heard.
    mutating func reset() {
        memory.update(repeating: 0, count: size)
    }

    /// Takes the energies of the next frame and puts its gains in their place.
    mutating func advance(_ bands: UnsafeMutablePointer<Float>) {
        for band in 0..<MelBands.count { memory[band] = log10(bands[band] + Self.floor) }
        weights.dense.apply(memory, to: hidden)
        for unit in 0..<weights.dense.outputs { hidden[unit] = tanh(hidden[unit]) }
        let second = states + weights.first.units
        weights.first.advance(hidden, state: states, scratch: scratch)
        weights.second.advance(states, state: second, scratch: scratch)
        weights.output.apply(states, to: output)
        for index in 0...MelBands.count { output[index] = sigmoid(output[index]) }
        for band in 0..<MelBands.count {
            bands[band] = max(pow(output[band], weights.exponent), weights.leastGain)
        }
    }
}
