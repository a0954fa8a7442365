import Glibc
import Platform

/// What the noise reduction has learned: the layers of its network and how its gains are used.
///
/// A value that threads may share. The file's format, little-endian throughout: the magic `EARNOISE`; version, bands,
/// dense units and hidden units, each 32 bits; the exponent of the gains and the least gain, each a 32-bit float; then
/// the layers as 16-bit floats, matrices row by row: dense layer and its bias; for both recurrent layers the matrices for
/// input and for state, then their biases, each in the order reset, update, new; output layer and its bias.
///
/// ```swift
/// let weights = try NoiseWeights(contentsOf: "models/en-US/noise/noise.weights")
/// let frontEnd = FrontEnd(stages: [NoiseReduction(weights)])
/// ```
package struct NoiseWeights: Sendable {
    /// The version of the format that is read.
    static let version: UInt32 = 1
    /// The most units of a layer.
    static let widest: UInt32 = 512

    private static let magic = Array("EARNOISE".utf8)
    private static let headerLength = magic.count + 6 * 4

    /// The gains are raised to this power: below one, less is taken away than the network would.
    let exponent: Float
    /// No band is made quieter than by this factor.
    let leastGain: Float
    let dense: DenseLayer
    let first: RecurrentLayer
    let second: RecurrentLayer
    /// From both recurrent layers to the gains of the bands, and whether there is speech.
    let output: DenseLayer

    /// Reads a file; it is checked whole, so that a broken one is refused here.
    package init(contentsOf path: String) throws(NoiseReductionError) {
        let bytes = try Self.bytes(of: path)
        guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
            throw .notWeights(path: path)
        }
        let header = (0..<6).map { Self.word(bytes, at: Self.magic.count + 4 * $0) }
        guard header[0] == Self.version else { throw .unknownVersion(path: path, version: header[0]) }
        guard header[1] == MelBands.count, header[2...3].allSatisfy(Self.isUsable) else {
            throw .unusableShape(path: path, bands: header[1], dense: header[2], hidden: header[3])
        }
        exponent = Float(bitPattern: header[4])
        leastGain = Float(bitPattern: header[5])
        guard (0.1...4).contains(exponent), (0...1).contains(leastGain) else { throw .damaged(path: path) }

        let shapes = Self.shapes(dense: Int(header[2]), hidden: Int(header[3]))
        let expected = Self.headerLength + 2 * shapes.reduce(0, +)
        guard bytes.count == expected else {
            throw .wrongLength(path: path, found: bytes.count, expected: expected)
        }
        let values = stride(from: Self.headerLength, to: expected, by: 2).map {
            Float(Float16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
        guard values.allSatisfy({ abs($0) < 1000 }) else { throw .damaged(path: path) }
        var rest = values[...]
        let parts = shapes.map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        dense = DenseLayer(weights: parts[0], bias: parts[1])
        first = Self.recurrentLayer(parts[2..<6])
        second = Self.recurrentLayer(parts[6..<10])
        output = DenseLayer(weights: parts[10], bias: parts[11])
    }

    /// How many values each part has, in the order of the file.
    private static func shapes(dense: Int, hidden: Int) -> [Int] {
        func recurrent(_ inputs: Int) -> [Int] {
            [3 * hidden * inputs, 3 * hidden * hidden, 3 * hidden, 3 * hidden]
        }
        let outputs = MelBands.count + 1
        return [dense * MelBands.count, dense] + recurrent(dense) + recurrent(hidden) + [
            outputs * 2 * hidden, outputs,
        ]
    }

    private static func recurrentLayer(_ parts: ArraySlice<ArraySlice<Float>>) -> RecurrentLayer {
        let parts = Array(parts)
        return RecurrentLayer(
            given: DenseLayer(weights: parts[0], bias: parts[2]),
            kept: DenseLayer(weights: parts[1], bias: parts[3]))
    }

    private static func isUsable(_ units: UInt32) -> Bool {
        units > 0 && units <= widest && units.isMultiple(of: UInt32(SIMD8<Float>.scalarCount))
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }

    private static func bytes(of path: String) throws(NoiseReductionError) -> [UInt8] {
        // More than the largest network that is run has: a file that goes on is of no use either.
        let longest = 8 << 20
        errno = 0
        guard let bytes = SystemFiles.bytes(of: path, atMost: longest) else {
            throw .unreadable(path: path, code: errno)
        }
        return bytes
    }
}
