import Glibc

/// A network at work on one stream: the energies of a frame's bands in, its outputs out, before any squashing.
///
/// It allocates nothing after it was made; one thread at a time may use it.
///
/// ```swift
/// var network = RecurrentNetwork(weights)
/// let outputs = network.advance(energies)
/// ```
package struct RecurrentNetwork: ~Copyable {
    /// A little above the energy of the rounding to 16 bits; as in training.
    private static let floor: Float = 1e-7

    private let weights: NetworkWeights
    /// All values that change: input, dense layer, both states side by side, output, and room for a layer's results.
    private let memory: UnsafeMutablePointer<Float>
    private let size: Int
    private let hidden: UnsafeMutablePointer<Float>
    private let states: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>

    package init(_ weights: NetworkWeights) {
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

    /// How many values a frame gives.
    package var outputs: Int { weights.output.outputs }

    /// Forgets what it heard.
    package mutating func reset() {
        memory.update(repeating: 0, count: size)
    }

    /// Takes the energies of the next frame's bands, ``MelBands/count`` of them.
    ///
    /// - Returns: ``outputs`` values, which may be changed; valid until the next call.
    package mutating func advance(_ bands: UnsafePointer<Float>) -> UnsafeMutablePointer<Float> {
        for band in 0..<MelBands.count { memory[band] = log10(bands[band] + Self.floor) }
        weights.dense.apply(memory, to: hidden)
        for unit in 0..<weights.dense.outputs { hidden[unit] = tanh(hidden[unit]) }
        let second = states + weights.first.units
        weights.first.advance(hidden, state: states, scratch: scratch)
        weights.second.advance(states, state: second, scratch: scratch)
        weights.output.apply(states, to: output)
        return output
    }
}
