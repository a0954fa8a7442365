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
///     try mix.add(to: RecordedSound(path: "lamp.wav"), index: 0) { samples in play(samples) }
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

    /// Gives a sound with noise, in the pieces that it has and as long as it is. Where either is silent, the sound as it is.
    ///
    /// It is read three times, so that it need not be in memory: for how loud it is, for the peak of the mix, and to be mixed. What is
    /// around it has the noise before and after, so that it is in the same noise with that and without.
    ///
    /// - Parameter index: The sound's place in the set, so that each gets another piece of the noise.
    func add(
        to sound: RecordedSound, index: Int, _ body: ([Int16]) throws(EvaluationError) -> Void
    ) throws(EvaluationError) {
        guard !noise.isEmpty else { return try sound.forEachPiece(body) }
        var speech = LoudestFrame()
        var count = 0
        try RecordedSound(path: sound.path).forEachPiece { piece in
            speech.add(piece)
            count += piece.count
        }
        // A piece that does not run over the end of the noise, if there is one.
        let starts = UInt64(max(1, noise.count - count))
        var random = SeededGenerator(seed: seed &+ UInt64(index))
        let start = Int(random.next() % starts)
        var background = LoudestFrame()
        for place in start..<start + count { background.add(noise[place % noise.count]) }
        guard speech.value > 0, background.value > 0 else { return try sound.forEachPiece(body) }
        let gain = speech.value / background.value / ratio
        let first = start + noise.count - sound.margin.count % noise.count
        var place = first
        func mixed(_ piece: [Int16]) -> [Double] {
            defer { place += piece.count }
            return piece.indices.map { Double(piece[$0]) + gain * Double(noise[(place + $0) % noise.count]) }
        }
        var peak = 0.0
        try sound.forEachPiece { piece in peak = mixed(piece).reduce(peak) { max($0, abs($1)) } }
        place = first
        try sound.forEachPiece { piece throws(EvaluationError) in
            try body(mixed(piece).map { Int16(($0 * 16_384 / peak).rounded()) })
        }
    }

    /// The root mean square of the loudest 2048 samples in a row, on a grid of that length.
    static func loudestFrame(of samples: [Int16]) -> Double {
        var loudest = LoudestFrame()
        loudest.add(samples)
        return loudest.value
    }
}

/// Finds the loudest frame of sound that comes in pieces.
private struct LoudestFrame {
    private static let length = 2048
    private var mostEnergy: Double?
    private var energy = 0.0
    private var count = 0

    mutating func add(_ samples: [Int16]) {
        for sample in samples { add(sample) }
    }

    mutating func add(_ sample: Int16) {
        energy += Double(sample) * Double(sample)
        count += 1
        guard count == Self.length else { return }
        mostEnergy = max(mostEnergy ?? 0, energy)
        (energy, count) = (0, 0)
    }

    /// Its root mean square; of less than a frame, that of all.
    var value: Double {
        guard let mostEnergy else { return (energy / Double(max(1, count))).squareRoot() }
        return (mostEnergy / Double(Self.length)).squareRoot()
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
