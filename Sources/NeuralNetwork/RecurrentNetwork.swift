import CMatrix
import Glibc

/// A network at work on one stream: the energies of a frame's bands in, its outputs out, before any squashing.
///
/// Several frames may be given at once: it answers as if they came one by one, and goes through the weights that do not wait for
/// the frame before once for all of them. It allocates nothing after it was made; one thread at a time may use it.
///
/// ```swift
/// var network = RecurrentNetwork(weights)
/// let outputs = network.advance(energies)
/// ```
package struct RecurrentNetwork: ~Copyable {
    /// A little above the energy of the rounding to 16 bits; as in training.
    private static let floor: Float = 1e-7

    /// The most frames that it takes at once.
    package let mostFrames: Int
    /// From the first output of a frame to that of the next.
    package var outputStride: Int { weights.output.room }
    /// How many values a frame gives.
    package var outputs: Int { weights.output.outputs }

    private let weights: NetworkWeights
    /// All values that change. Of each frame: input, dense layer, both states side by side, output; ahead of the states those
    /// of the frame before; and room for a layer's results.
    private let memory: UnsafeMutablePointer<Float>
    private let size: Int
    private let hidden: UnsafeMutablePointer<Float>
    private let states: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    private let scratch: UnsafeMutablePointer<Float>
    private var stateStride: Int { weights.first.units + weights.second.units }

    /// - Parameter frames: the most that are given at once, 1 or more.
    package init(_ weights: NetworkWeights, frames: Int = 1) {
        self.weights = weights
        mostFrames = frames
        let stateSize = weights.first.units + weights.second.units
        let scratchSize = max(
            frames * weights.first.given.room + weights.first.kept.room,
            frames * weights.second.given.room + weights.second.kept.room)
        size =
            frames * (MelBands.count + weights.dense.room + stateSize + weights.output.room) + stateSize
            + scratchSize
        memory = .allocate(capacity: size)
        memory.initialize(repeating: 0, count: size)
        hidden = memory + frames * MelBands.count
        states = hidden + frames * weights.dense.room
        output = states + (frames + 1) * stateSize
        scratch = output + frames * weights.output.room
    }

    deinit { memory.deallocate() }

    /// Forgets what it heard.
    package mutating func reset() {
        memory.update(repeating: 0, count: size)
    }

    /// Takes the energies of the next frames' bands, ``MelBands/count`` of each frame, one frame after the other.
    ///
    /// - Precondition: `frames` is ``mostFrames`` at most.
    /// - Returns: ``outputs`` values of each frame, ``outputStride`` apart, which may be changed; valid until the next call.
    package mutating func advance(_ bands: UnsafePointer<Float>, frames: Int = 1) -> UnsafeMutablePointer<
        Float
    > {
        precondition((0...mostFrames).contains(frames), "\(frames) frames at once, made for \(mostFrames)")
        for band in 0..<frames * MelBands.count { memory[band] = log10(bands[band] + Self.floor) }
        weights.dense.apply(memory, every: MelBands.count, frames: frames, to: hidden)
        cmatrix_tanh(hidden, frames * weights.dense.room)
        let first = states + stateStride
        weights.first.advance(
            hidden, every: weights.dense.room, frames: frames, states: states, every: stateStride,
            scratch: scratch)
        weights.second.advance(
            first, every: stateStride, frames: frames, states: states + weights.first.units,
            every: stateStride,
            scratch: scratch)
        weights.output.apply(first, every: stateStride, frames: frames, to: output)
        states.update(from: states + frames * stateStride, count: stateStride)
        return output
    }
}
