import Models
import NeuralNetwork

extension ModelPack {
    /// What the pack's network of phones has learned; nil if it has none. Read at each call, in a few milliseconds.
    ///
    /// - Throws: `.unusableNetwork` for a file that is missing, broken or of another release.
    package func phoneWeights() throws(DecoderError) -> PhoneWeights? {
        guard let phoneNetwork else { return nil }
        guard sampleRate == 16_000 else {
            throw .unusableNetwork(
                "\(manifest) is of \(sampleRate) Hz; remove 'phone_network', which hears 16000")
        }
        do {
            return try PhoneWeights(contentsOf: phoneNetwork)
        } catch {
            throw .unusableNetwork("\(error)")
        }
    }
}
