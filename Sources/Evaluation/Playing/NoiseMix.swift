import Glibc
import Platform

/// Mixes a noise into speech at a given signal-to-noise ratio, as the published speech-to-intent benchmark does:
/// the ratio is that of the loudest 2048-sample frames, of the clip and of the piece of noise that is mixed into it, and
/// the mix is scaled to half of full scale.
///
/// The same seed gives the same mixes.
///
/// Source: `benchmark/mixer.py` of Picovoice's speech-to-intent-benchmark. The frames are whole ones; what is left at the
/// end is not looked at. A clip that is shorter than a frame is one.
///
///     let mix = NoiseMix(noise: kitchen, decibels: 12, seed: 1)
///     let noisy = mix.add(to: clip, index: 0)
package struct NoiseMix: Sendable {
    private let noise: [Int16]
    private let ratio: Double
    private let seed: UInt64

    /// - Parameters:
    ///   - noise: 16 kHz mono; repeated where it is shorter than the speech.
    ///   - decibels: Signal-to-noise ratio, finite; at 0 the loudest parts of both are as loud as each other.
    ///   - seed: Chooses where in the noise each clip begins.
    package init(noise: [Int16], decibels: Double, seed: UInt64) {
        self.noise = noise
        ratio = pow(10, decibels / 20)
        self.seed = seed
    }

    /// The clip with noise, as long as it was; `index` is its place in the set, so that each clip gets another piece
    /// of the noise. Where either is silent, the clip as it is.
    package func add(to speech: [Int16], index: Int) -> [Int16] {
        guard !noise.isEmpty else { return speech }
        // A piece that does not run over the end of the noise, if there is one.
        let starts = UInt64(max(1, noise.count - speech.count))
        var random = SeededGenerator(seed: seed &+ UInt64(index))
        let start = Int(random.next() % starts)
        let piece = speech.indices.map { noise[(start + $0) % noise.count] }
        let loudest = Self.loudestFrame(of: speech)
        let background = Self.loudestFrame(of: piece)
        guard loudest > 0, background > 0 else { return speech }
        let gain = loudest / background / ratio
        let mixed = zip(speech, piece).map { Double($0) + gain * Double($1) }
        let peak = mixed.reduce(0) { max($0, abs($1)) }
        return mixed.map { Int16(($0 * 16_384 / peak).rounded()) }
    }

    /// The root mean square of the loudest 2048 samples in a row, on a grid of that length.
    static func loudestFrame(of samples: [Int16]) -> Double {
        let length = 2048
        let ends =
            samples.count < length
            ? [samples.count] : Array(stride(from: length, through: samples.count, by: length))
        return ends.map { end -> Double in
            let frame = samples[max(0, end - length)..<end]
            let energy = frame.reduce(0.0) { $0 + Double($1) * Double($1) }
            return (energy / Double(max(1, frame.count))).squareRoot()
        }.max() ?? 0
    }
}

extension NoiseMix {
    /// Takes the noise from a sound file that a recording may be; all of it is held in memory.
    ///
    /// - Throws: `EvaluationError.recording` when it cannot be read, or is silent.
    package init(file path: String, decibels: Double, seed: UInt64) throws(EvaluationError) {
        let noise = try WholeRecording.samples(of: path)
        guard Self.loudestFrame(of: noise) > 0 else {
            throw .recording(reason: "'\(path)' is silent, so there is no noise to mix in; name another file")
        }
        self.init(noise: noise, decibels: decibels, seed: seed)
    }
}
