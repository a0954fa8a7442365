import Decoding
import Models
import NeuralNetwork

extension ModelPack {
    /// What the pack's noise reduction has learned; nil if it has none. Read at each call, in a few milliseconds.
    ///
    /// ```swift
    /// options.noise = try pack.noiseWeights()
    /// ```
    ///
    /// - Throws: `.unusableNetwork` for a file that is missing, broken or of another release.
    package func noiseWeights() throws(DecoderError) -> NoiseWeights? {
        guard let noise else { return nil }
        guard sampleRate == 16_000 else {
            throw .unusableNetwork(
                "\(manifest) is of \(sampleRate) Hz; remove 'noise', which hears 16000")
        }
        do {
            return try NoiseWeights(contentsOf: noise)
        } catch {
            throw .unusableNetwork("\(error)")
        }
    }
}
