import Models
import NeuralNetwork

/// What the network of phones has learned: which sound of the language is spoken, also in noise.
///
/// A value that threads may share. The file's format, little-endian: the magic `EARPHONE`; version, bands, dense units, hidden
/// units, phones, delay in frames, senones, each 32 bits, and the weights of the acoustic model's scores and of the network's,
/// each a 32-bit float; for each phone, the first of which is none at all, the logarithm of how common it is, a 32-bit float; for
/// each senone of the acoustic model the number of its phone, a byte; then the layers (``NetworkWeights``). What it was trained on,
/// and what comes of it, is told beside the weights, in models/en-US/phones.
///
/// ```swift
/// let phones = try PhoneWeights(contentsOf: "models/en-US/phones/phones.weights")
/// let decoder = try UtteranceDecoder(
///     grammar: grammar.network, dictionary: lexicon.text, acousticModel: pack.acousticModel, phones: phones)
/// ```
package struct PhoneWeights: Sendable {
    /// PocketSphinx's unit of a score, in nats.
    static let unit: Float = 0.1024

    /// What the acoustic model's scores are multiplied by, 0 to 10: they and the network's evidence tell of the same sound, so
    /// that their plain sum would make everything look surer than it is.
    var scoreWeight: Float
    /// What the network's evidence is multiplied by, likewise.
    var weight: Float
    /// How many frames later than the sound a phone is known: so far it listens ahead.
    let delay: Int
    /// For each phone the logarithm of how common it is: what is common is not for that likelier where it is searched.
    let priors: [Float]
    /// For each senone of the acoustic model the phone that it belongs to.
    let phoneOfSenone: [UInt8]
    let network: NetworkWeights

    /// Reads a file; it is checked whole, so that a broken one is refused here.
    package init(contentsOf path: String) throws(NetworkError) {
        var file = try WeightsFile(path, of: .phones, magic: "EARPHONE", version: 1, headerWords: 8)
        let (bands, dense, hidden) = (file.word(), file.word(), file.word())
        let (phones, delay, senones) = (file.word(), file.word(), file.word())
        guard (1...255).contains(phones), delay <= 50, (1...65_535).contains(senones) else {
            throw .damaged(path: path)
        }
        let shape = try NetworkWeights.Shape(
            bands: bands, dense: dense, hidden: hidden, outputs: Int(phones), of: file)
        scoreWeight = file.float()
        weight = file.float()
        self.delay = Int(delay)
        guard (0...10).contains(scoreWeight), (0...10).contains(weight) else { throw .damaged(path: path) }
        try file.expect(4 * Int(phones) + Int(senones) + 2 * shape.count)
        priors = (0..<phones).map { _ in file.float() }
        phoneOfSenone = Array(file.bytes(Int(senones)))
        guard priors.allSatisfy({ (-100...0).contains($0) }), phoneOfSenone.allSatisfy({ $0 < phones }) else {
            throw .damaged(path: path)
        }
        network = try NetworkWeights(shape, from: &file)
    }
}

extension PhoneWeights {
    /// Refuses the network for an acoustic model that it was not made for: what it says would be added to nothing.
    ///
    /// - Parameter acousticModel: its folder; the beginning of its `mdef` is read.
    /// - Throws: `.unusableNetwork`, or `.model` where that cannot be read.
    package func check(for acousticModel: String) throws(DecoderError) {
        let senones: Int
        do {
            senones = try ModelPack.senoneCount(ofAcousticModel: acousticModel)
        } catch {
            throw .model(error)
        }
        guard senones == phoneOfSenone.count else {
            throw .unusableNetwork(
                "the network of phones is for an acoustic model of \(phoneOfSenone.count) senones, and \(acousticModel) has "
                    + "\(senones); remove 'phone_network' from the pack's model.yaml")
        }
    }
}
