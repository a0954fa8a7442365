import Models

/// What a cepstral mean is learned of: a microphone, as an acoustic model hears it. The key under which a
/// ``CepstralMeanStore`` keeps it.
///
/// ```swift
/// let key = CepstralMeanKey(microphone: "hw:CARD=USB,DEV=0", pack: pack, use: .words)
/// let mean = CepstralMeanStore.shared.mean(of: key)
/// ```
package struct CepstralMeanKey: Sendable, Hashable, Codable {
    /// What is searched with the mean. Utterances are nearly all speech; what is searched for wake phrases is nearly all
    /// the room, so its mean is another.
    package enum Use: String, Sendable, Hashable, Codable, CaseIterable {
        /// Words are looked for, in utterances.
        case words
        /// Wake phrases are looked for, in everything.
        case wakePhrases = "wake-phrases"
    }

    /// The microphone by a name that it keeps when the machine starts again: ALSA's, such as `hw:CARD=USB,DEV=0`.
    package var microphone: String
    /// The folder of the acoustic model.
    package var acousticModel: String
    /// The model's rate, in Hz.
    package var sampleRate: Int
    /// What is searched with the mean.
    package var use: Use

    /// A microphone with a pack's acoustic model.
    package init(microphone: String, pack: ModelPack, use: Use) {
        self.microphone = microphone
        acousticModel = pack.acousticModel
        sampleRate = pack.sampleRate
        self.use = use
    }
}
