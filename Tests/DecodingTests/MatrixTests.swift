import CMatrix
import Glibc
import Testing

@Suite("What a layer of a network computes")
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

    @Test("The hyperbolic tangent is libm's to six digits, for any size of number")
    func tangent() {
        let values =
            stride(from: -40, to: 40, by: 0.001).map { Float($0) } + [
                .greatestFiniteMagnitude, -1e30, 0, -0.0, 1e-30, 200, -200, .infinity,
            ]
        var found = values
        cmatrix_tanh(&found, values.count)
        for (value, result) in zip(values, found) {
            #expect(abs(result - tanh(value)) < 2.5e-7, "of \(value)")
        }
    }

    @Test("A unit takes as much of its new state as its gates let in")
    func gate() {
        var random = SystemRandomNumberGenerator()
        let units = 24
        func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in .random(in: -6...6, using: &random) } }
        let (input, kept, state) = (numbers(3 * units), numbers(3 * units), numbers(units))
        var next = [Float](repeating: .nan, count: units)
        cmatrix_gate(input, kept, state, units, &next)
        func logistic(_ value: Float) -> Float { 1 / (1 + exp(-value)) }
        for unit in 0..<units {
            let reset = logistic(input[unit] + kept[unit])
            let update = logistic(input[units + unit] + kept[units + unit])
            let new = tanh(input[2 * units + unit] + reset * kept[2 * units + unit])
            #expect(abs(next[unit] - ((1 - update) * new + update * state[unit])) < 4e-6)
        }
    }
}
