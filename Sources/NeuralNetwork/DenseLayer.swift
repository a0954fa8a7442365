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
    var room: Int { biases.count * Lanes.scalarCount }

    private typealias Lanes = SIMD8<Float>
    /// For each eight outputs the weights of the first input, then of the second, and so on.
    private let weights: [Lanes]
    private let biases: [Lanes]

    /// - Parameters:
    ///   - weights: row by row, a row for each output.
    ///   - bias: one for each output.
    init(weights: ArraySlice<Float>, bias: ArraySlice<Float>) {
        outputs = bias.count
        inputs = weights.count / bias.count
        var blocks: [Lanes] = []
        var biases: [Lanes] = []
        let blockCount = (outputs + Lanes.scalarCount - 1) / Lanes.scalarCount
        blocks.reserveCapacity(blockCount * inputs)
        biases.reserveCapacity(blockCount)
        for first in stride(from: 0, to: outputs, by: Lanes.scalarCount) {
            let rows = first..<min(first + Lanes.scalarCount, outputs)
            for input in 0..<inputs {
                var block = Lanes()
                for row in rows { block[row - first] = weights[weights.startIndex + row * inputs + input] }
                blocks.append(block)
            }
            var block = Lanes()
            for row in rows { block[row - first] = bias[bias.startIndex + row] }
            biases.append(block)
        }
        self.weights = blocks
        self.biases = biases
    }

    /// - Parameters:
    ///   - input: ``inputs`` values.
    ///   - output: ``room`` values, which are overwritten.
    func apply(_ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>) {
        weights.withUnsafeBytes { weights in
            biases.withUnsafeBytes { biases in
                cmatrix_multiply(
                    weights.assumingMemoryBound(to: Float.self).baseAddress,
                    biases.assumingMemoryBound(to: Float.self).baseAddress,
                    input, inputs, self.biases.count, output)
            }
        }
    }
}
