import CMatrix

/// The layers of a network that hears bands: a dense layer, two recurrent ones in a row, and a layer from both to the
/// outputs.
///
/// A value that threads may share. In a file and in memory they are 16-bit floats; in the file matrices go row by row: dense layer
/// and its bias; for both recurrent layers the matrices for input and for state, then their biases, each in the order reset,
/// update, new; output layer and its bias.
///
/// ```swift
/// let shape = try NetworkWeights.Shape(bands: 32, dense: 64, hidden: 72, outputs: 33, of: file)
/// try file.expect(2 * shape.count)
/// let weights = try NetworkWeights(shape, from: &file)
/// ```
package struct NetworkWeights: Sendable {
    /// How large the layers are.
    ///
    /// ```swift
    /// print(try NetworkWeights.Shape(bands: 32, dense: 64, hidden: 72, outputs: 33, of: file).count)  // 68241
    /// ```
    package struct Shape: Sendable {
        /// Units of the dense layer.
        package let dense: Int
        /// Units of each recurrent layer.
        package let hidden: Int
        /// What the network gives each frame.
        package let outputs: Int

        /// Of a header; checked, so that a broken one is refused before anything is read by it.
        package init(
            bands: UInt32, dense: UInt32, hidden: UInt32, outputs: Int, of file: WeightsFile
        ) throws(NetworkError) {
            guard bands == MelBands.count, Self.isUsable(dense), Self.isUsable(hidden) else {
                throw .unusableShape(path: file.path, bands: bands, dense: dense, hidden: hidden)
            }
            self.dense = Int(dense)
            self.hidden = Int(hidden)
            self.outputs = outputs
        }

        /// Weights and biases of all layers.
        package var count: Int { parts.reduce(0, +) }

        /// How many values each part has, in the order of the file.
        fileprivate var parts: [Int] {
            func recurrent(_ inputs: Int) -> [Int] {
                [3 * hidden * inputs, 3 * hidden * hidden, 3 * hidden, 3 * hidden]
            }
            return [dense * MelBands.count, dense] + recurrent(dense) + recurrent(hidden) + [
                outputs * 2 * hidden, outputs,
            ]
        }

        private static func isUsable(_ units: UInt32) -> Bool {
            units > 0 && units <= widest && units.isMultiple(of: UInt32(SIMD8<Float>.scalarCount))
        }
    }

    /// The most units of a layer; the outputs hear both recurrent ones.
    package static let widest: UInt32 = UInt32(cmatrix_widest) / 2

    let dense: DenseLayer
    let first: RecurrentLayer
    let second: RecurrentLayer
    let output: DenseLayer

    /// Reads the layers, which are what comes next in `file`.
    package init(_ shape: Shape, from file: inout WeightsFile) throws(NetworkError) {
        var rest = try file.halves(shape.count)
        let parts = shape.parts.map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        dense = DenseLayer(weights: parts[0], bias: parts[1])
        first = Self.recurrentLayer(parts[2..<6])
        second = Self.recurrentLayer(parts[6..<10])
        output = DenseLayer(weights: parts[10], bias: parts[11])
    }

    private static func recurrentLayer(_ parts: ArraySlice<ArraySlice<UInt16>>) -> RecurrentLayer {
        let parts = Array(parts)
        return RecurrentLayer(
            given: DenseLayer(weights: parts[0], bias: parts[2]),
            kept: DenseLayer(weights: parts[1], bias: parts[3]))
    }
}
