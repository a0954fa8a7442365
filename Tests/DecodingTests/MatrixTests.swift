import CMatrix
import Testing

@Suite("A matrix of 16-bit weights")
struct MatrixTests {
    /// What `frames` vectors of `inputs` values come to, each with the results of all blocks.
    private func results(
        _ weights: [SIMD8<UInt16>], _ values: [Float], inputs: Int, frames: Int, plainly: Bool
    ) -> [Float] {
        let blocks = weights.count / inputs
        let biases = [SIMD8<Float>](repeating: SIMD8(repeating: 0.25), count: blocks)
        var output = [Float](repeating: .nan, count: 8 * blocks * frames)
        weights.withUnsafeBytes { weights in
            biases.withUnsafeBytes { biases in
                var matrix = cmatrix(
                    weights: weights.assumingMemoryBound(to: UInt16.self).baseAddress,
                    bias: biases.assumingMemoryBound(to: Float.self).baseAddress, inputs: inputs,
                    blocks: blocks)
                if plainly {
                    cmatrix_multiply_plainly(&matrix, values, inputs, frames, &output, 8 * blocks)
                } else {
                    cmatrix_multiply(&matrix, values, inputs, frames, &output, 8 * blocks)
                }
            }
        }
        return output
    }

    private func bits(_ values: [Float]) -> [UInt32] { values.map(\.bitPattern) }

    @Test("Every finite 16-bit float is the number that it is, with the processor's help and without")
    func everyNumber() {
        let finite = (0...UInt16.max).filter { Float16(bitPattern: $0).isFinite }
        let weights = stride(from: 0, to: finite.count, by: 8).map { first in
            var block = SIMD8<UInt16>()
            for lane in 0..<8 { block[lane] = finite[first + lane] }
            return block
        }
        let expected = bits(finite.map { 0.25 + Float(Float16(bitPattern: $0)) * 3 })
        for plainly in [false, true] {
            for frames in 1...2 {
                let found = results(
                    weights, [Float](repeating: 3, count: frames), inputs: 1, frames: frames, plainly: plainly
                )
                #expect(bits(Array(found.prefix(finite.count))) == expected)
                #expect(bits(Array(found.suffix(finite.count))) == expected)
            }
        }
    }

    @Test("Frames at once come to what each comes to alone, bit for bit", arguments: [1, 2, 7, 8, 33])
    func frames(inputs: Int) {
        var random = SystemRandomNumberGenerator()
        let weights = (0..<3 * inputs).map { _ in
            var block = SIMD8<UInt16>()
            for lane in 0..<8 { block[lane] = Float16(Float.random(in: -2...2, using: &random)).bitPattern }
            return block
        }
        let values = (0..<5 * inputs).map { _ in Float.random(in: -1...1, using: &random) }
        for plainly in [false, true] {
            let together = results(weights, values, inputs: inputs, frames: 5, plainly: plainly)
            let alone = (0..<5).flatMap { frame in
                results(
                    weights, Array(values[frame * inputs..<(frame + 1) * inputs]), inputs: inputs, frames: 1,
                    plainly: false)
            }
            #expect(bits(together) == bits(alone))
        }
    }
}
