import Foundation
import Testing

@testable import Evaluation

@Suite struct NoiseMixTests {
    private func tone(_ amplitude: Double, _ count: Int, step: Double) -> [Int16] {
        (0..<count).map { Int16(amplitude * sin(Double($0) * step)) }
    }

    @Test("The loudest frames of speech and noise have the asked ratio, and the mix is half of full scale")
    func ratio() {
        let speech = tone(8000, 16_000, step: 0.2)
        let noise = tone(1000, 40_000, step: 0.31)
        let mixed = NoiseMix(noise: noise, decibels: 12, seed: 1).add(to: speech, index: 0)
        #expect(mixed.map { abs(Int($0)) }.max() == 16_384)
        // What is left after the speech is taken out, at the scale of the mix, is the noise.
        let scale =
            zip(mixed, speech).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            / speech.reduce(0.0) { $0 + Double($1) * Double($1) }
        let rest = zip(mixed, speech).map { Double($0) - scale * Double($1) }
        let energy = rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count)
        let decibels = 20 * log10(scale * 8000 / 2.0.squareRoot() / energy.squareRoot())
        #expect(abs(decibels - 12) < 0.3)
    }

    @Test("The same seed gives the same mix, another seed and another clip another piece of the noise")
    func seed() {
        let speech = tone(8000, 8000, step: 0.2)
        let noise = (0..<50_000).map { Int16(truncatingIfNeeded: $0 &* 7919) }
        func mix(_ seed: UInt64, _ index: Int) -> [Int16] {
            NoiseMix(noise: noise, decibels: 6, seed: seed).add(to: speech, index: index)
        }
        #expect(mix(1, 0) == mix(1, 0))
        #expect(mix(1, 0) != mix(2, 0))
        #expect(mix(1, 0) != mix(1, 1))
    }

    @Test("A clip in memory is a file like any other")
    func memory() throws {
        let samples = tone(8000, 1600, step: 0.2)
        let file = try SoundInMemory(samples)
        #expect(try SoundFile.samples(of: file.path) == samples)
    }
}
