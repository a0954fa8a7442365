import Foundation
import Testing

@testable import Evaluation

@Suite struct NoiseMixTests {
    private func inMemory(_ samples: [Int16]) throws -> SoundInMemory {
        try SoundInMemory { add throws(EvaluationError) in try add(samples) }
    }

    private func add(_ mix: NoiseMix, to speech: [Int16], index: Int = 0) throws -> [Int16] {
        let file = try inMemory(speech)
        var mixed: [Int16] = []
        try mix.add(to: RecordedSound(path: file.path), index: index) { mixed += $0 }
        withExtendedLifetime(file) {}
        return mixed
    }

    private func tone(_ amplitude: Double, _ count: Int, step: Double) -> [Int16] {
        (0..<count).map { Int16(amplitude * sin(Double($0) * step)) }
    }

    @Test("The loudest frames of speech and noise have the asked ratio, and the mix is half of full scale")
    func ratio() throws {
        let speech = tone(8000, 16_000, step: 0.2)
        let noise = tone(1000, 40_000, step: 0.31)
        let mixed = try add(NoiseMix(noise: noise, decibels: 12, seed: 1), to: speech)
        #expect(mixed.map { abs(Int($0)) }.max() == 16_384)
        let (noisy, scale) = rest(of: mixed, without: speech)
        let energy = noisy.reduce(0) { $0 + Double($1) * Double($1) } / Double(noisy.count)
        let decibels = 20 * log10(scale * 8000 / 2.0.squareRoot() / energy.squareRoot())
        #expect(abs(decibels - 12) < 0.3)
    }

    /// What is left of a mix after the speech is taken out, at the scale that it has in there, and that scale.
    private func rest(of mixed: [Int16], without speech: [Int16]) -> (samples: [Int16], scale: Double) {
        let scale =
            zip(mixed, speech).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            / speech.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (zip(mixed, speech).map { Int16(Double($0) - scale * Double($1)) }, scale)
    }

    @Test(
        "Noise that is loud elsewhere is not softer where it is mixed in, and a short burst is as loud as its frame"
    )
    func loudestFrame() throws {
        let speech = tone(8000, 16_384, step: 0.2)
        // 100 s of hiss; every second 10 s are ten times as loud, for no clip to miss or to be full of.
        let hiss = (0..<1_600_000).map { Int16($0 / 160_000 % 2 == 0 ? 100 : 1000) * ($0 % 3 == 0 ? 1 : -1) }
        for index in 0..<20 {
            let mix = NoiseMix(noise: hiss, decibels: 6, seed: 7)
            let noise = rest(of: try add(mix, to: speech, index: index), without: speech)
            let loudest = NoiseMix.loudestFrame(of: noise.samples)
            let decibels = 20 * log10(noise.scale * NoiseMix.loudestFrame(of: speech) / loudest)
            #expect(abs(decibels - 6) < 0.2, "clip \(index): \(decibels) dB")
        }
        // 512 samples of 8000 in a frame of 2048 are half as loud.
        let burst = [Int16](repeating: 0, count: 2048 * 3 + 500) + [Int16](repeating: 8000, count: 512)
        #expect(NoiseMix.loudestFrame(of: burst + [Int16](repeating: 0, count: 1036)) == 4000)
        #expect(NoiseMix.loudestFrame(of: burst) == 0, "what is left at the end is no frame")
    }

    @Test("The same seed gives the same mix, another seed and another clip another piece of the noise")
    func seed() throws {
        let speech = tone(8000, 8000, step: 0.2)
        let noise = (0..<50_000).map { Int16(truncatingIfNeeded: $0 &* 7919) }
        func mix(_ seed: UInt64, _ index: Int) throws -> [Int16] {
            try add(NoiseMix(noise: noise, decibels: 6, seed: seed), to: speech, index: index)
        }
        let first = try mix(1, 0)
        #expect(try mix(1, 0) == first)
        #expect(try mix(2, 0) != first)
        #expect(try mix(1, 1) != first)
    }

    @Test("A sound is in the same noise with what is around it and without")
    func margin() throws {
        let samples = tone(8000, 16_000, step: 0.2)
        let file = try inMemory(samples)
        let mix = NoiseMix(noise: tone(1000, 50_000, step: 0.31), decibels: 6, seed: 1)
        let sound = RecordedSound(path: file.path, margin: [Int16](repeating: 0, count: 8000))
        var mixed: [Int16] = []
        try mix.add(to: sound, index: 0) { mixed += $0 }
        #expect(try Array(mixed[8000..<24_000]) == add(mix, to: samples))
        withExtendedLifetime(file) {}
    }

    @Test("A sound comes in pieces of a second, with what is around it, and its mix is as long as it is")
    func pieces() throws {
        let samples = tone(8000, 40_123, step: 0.2)
        let file = try inMemory(samples)
        var pieces: [[Int16]] = []
        let sound = RecordedSound(path: file.path, margin: [1, 2, 3])
        try sound.forEachPiece { pieces.append($0) }
        #expect(pieces.map(\.count) == [16_000, 16_000, 40_129 - 32_000])
        let margin: [Int16] = [1, 2, 3]
        #expect(Array(pieces.joined()) == margin + samples + margin)
        var longest = 0
        var count = 0
        let mix = NoiseMix(noise: tone(1000, 5000, step: 0.31), decibels: 6, seed: 1)
        try mix.add(to: sound, index: 0) { piece in
            longest = max(longest, piece.count)
            count += piece.count
        }
        #expect(longest == 16_000 && count == 40_129)
        withExtendedLifetime(file) {}
    }

    @Test("A clip in memory is a file like any other")
    func memory() throws {
        let samples = tone(8000, 1600, step: 0.2)
        let file = try inMemory(samples)
        #expect(try WholeRecording.samples(of: file.path) == samples)
    }
}
