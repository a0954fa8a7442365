import CMatrix

/// A matrix of weights and a bias: each output is a weighted sum of all inputs.
///
/// Eight outputs are summed at a time, and the weights lie in memory in the order in which they are read.
struct DenseLayer: Sendable {
    /// How many values it takes.
    let inputs: Int
    /// How many values it gives.
    let outputs: Int
    /// ``outputs`` rounded up to whole SIMD vectors: so much room its results need.
    var room: Int { biases.count * Self.width }

    private typealias Halves = SIMD8<UInt16>
    private typealias Lanes = SIMD8<Float>
    /// Outputs that are summed at a time.
    private static let width = 8
    /// For each eight outputs the weights of the first input, then of the second, and so on: bits of 16-bit floats.
    private let weights: [Halves]
    private let biases: [Lanes]

    /// - Parameters:
    ///   - weights: row by row, a row for each output; bits of 16-bit floats.
    ///   - bias: one for each output, likewise.
    init(weights: ArraySlice<UInt16>, bias: ArraySlice<UInt16>) {
        outputs = bias.count
        inputs = weights.count / bias.count
        var blocks: [Halves] = []
        var biases: [Lanes] = []
        let blockCount = (outputs + Self.width - 1) / Self.width
        blocks.reserveCapacity(blockCount * inputs)
        biases.reserveCapacity(blockCount)
        for first in stride(from: 0, to: outputs, by: Self.width) {
            let rows = first..<min(first + Self.width, outputs)
            for input in 0..<inputs {
                var block = Halves()
                for row in rows { block[row - first] = weights[weights.startIndex + row * inputs + input] }
                blocks.append(block)
            }
            var results = Lanes()
            for row in rows { results[row - first] = Float(Float16(bitPattern: bias[bias.startIndex + row])) }
            biases.append(results)
        }
        self.weights = blocks
        self.biases = biases
    }

    /// Takes the values of `frames` frames, which lie one after the other; what they give, likewise.
    ///
    /// - Parameters:
    ///   - input: ``inputs`` values of each frame.
    ///   - inputStride: from the first value of a frame to that of the next.
    ///   - output: ``room`` values of each frame, which are overwritten.
    func apply(
        _ input: UnsafePointer<Float>, every inputStride: Int = 0, frames: Int = 1,
        to output: UnsafeMutablePointer<Float>
    ) {
        weights.withUnsafeBytes { weights in
            biases.withUnsafeBytes { biases in
                var matrix = cmatrix(
                    weights: weights.assumingMemoryBound(to: UInt16.self).baseAddress,
                    bias: biases.assumingMemoryBound(to: Float.self).baseAddress,
                    inputs: inputs, blocks: self.biases.count)
                cmatrix_multiply(&matrix, input, inputStride, frames, output, room)
            }
        }
    }
}
