import Decoding
import Models
import Utterance

/// Carries what the decoders learn about the microphone over restarts: without it, the first utterance after a start is
/// known only from itself.
///
/// Owned by the appliance's thread. Only for microphones: what a recording gives must not depend on what was heard before.
final class CepstralMeanCache {
    private let pack: ModelPack
    private let decoder: UtteranceDecoder
    /// It hears too little to teach anything.
    private let answer: UtteranceDecoder?
    private let spotter: WakeSpotter?
    private let store: CepstralMeanStore
    /// What the spotter begins with where nothing is known.
    private let unknown: CepstralMean?
    private var microphone: String?

    init(
        _ pack: ModelPack, decoder: UtteranceDecoder, answer: UtteranceDecoder? = nil,
        spotter: WakeSpotter?, store: CepstralMeanStore = .shared
    ) {
        self.pack = pack
        self.decoder = decoder
        self.answer = answer
        self.spotter = spotter
        self.store = store
        unknown = spotter?.cepstralMean
    }

    /// Starts the decoders with what is known of `microphone`, before its first utterance.
    func switchMicrophone(to microphone: String?) {
        guard let microphone, microphone != self.microphone else { return }
        // What was learned of another one is wrong for this.
        if self.microphone != nil { forget() }
        self.microphone = microphone
        // A mean of another size belongs to another model, and is learned anew.
        if let mean = store.mean(of: key(microphone, .words)) {
            try? decoder.setCepstralMean(mean)
            try? answer?.setCepstralMean(mean)
        }
        if let spotter, let mean = store.mean(of: key(microphone, .wakePhrases)) {
            try? spotter.setCepstralMean(mean)
        }
    }

    private func forget() {
        decoder.forget()
        answer?.forget()
        if let spotter, let unknown { try? spotter.setCepstralMean(unknown) }
    }

    /// What an utterance came to is believed.
    func learned() {
        guard let microphone else { return }
        store.keep(decoder.cepstralMean, of: key(microphone, .words))
        if let spotter { store.keep(spotter.cepstralMean, of: key(microphone, .wakePhrases)) }
    }

    /// The run is over.
    func save() { store.save() }

    /// Begins to save, without waiting: a card may take its time.
    func beginToSave() { store.beginToSave() }

    private func key(_ microphone: String, _ use: CepstralMeanKey.Use) -> CepstralMeanKey {
        CepstralMeanKey(microphone: microphone, pack: pack, use: use)
    }
}
