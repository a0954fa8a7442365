import Decoding
import Models
import Utterance

/// The decoders that a configuration needs: made once, kept to the end.
struct Decoders {
    /// Turns utterances into words.
    var utterance: any WordSearch
    /// Listens for wake phrases; nil when there are none.
    var wake: (any WakeSearch)?
    /// Listens for yes and no; nil when no command asks for them.
    var answer: (any WordSearch)?
    /// What is known of the microphone.
    var cepstralMeans: CepstralMeanCache?
    /// What the noise reduction has learned; nil where it is off.
    var noise: NoiseWeights?
}

extension Decoders {
    /// Decoders of a pack, which start with what is known of the microphone.
    init(
        _ utterance: UtteranceDecoder, answer: UtteranceDecoder? = nil, wake: WakeSpotter?,
        noise: NoiseWeights?, _ pack: ModelPack
    ) {
        self.init(
            utterance: utterance, wake: wake, answer: answer,
            cepstralMeans: CepstralMeanCache(pack, decoder: utterance, answer: answer, spotter: wake),
            noise: noise)
    }
}
