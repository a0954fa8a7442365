extension UtteranceDecoder {
    /// A decoder for free text, searched with a language model. It is not verified: there is no grammar that sound
    /// could be forced into.
    ///
    /// Takes half a second and about 100 MB with a full dictionary (Figures, "Cost").
    ///
    ///     let decoder = try UtteranceDecoder(
    ///         languageModel: pack.languageModels.dictation!, dictionary: pack.dictionary,
    ///         acousticModel: pack.acousticModel)
    ///
    /// - Parameters:
    ///   - languageModel: path of an n-gram model, from a checked `ModelPack`.
    ///   - dictionary: path of the dictionary, in CMUdict's format.
    ///   - acousticModel: folder of the model.
    ///   - sampleRate: the model's, in Hz; audio is fed in it.
    ///   - options: how widely it searches.
    ///   - phones: a network of phones that tells speech from noise; without it, results have no evidence of speech.
    /// - Throws: `.unusableModel` for a file that PocketSphinx refuses, `.decodingFailed` for an option that does not
    ///   exist, `.outOfResources` when the system has no thread or memory left.
    package convenience init(
        languageModel: String, dictionary: String, acousticModel: String, sampleRate: Int = 16_000,
        options: DecoderOptions = .dictation, phones: PhoneWeights? = nil
    ) throws(DecoderError) {
        try self.init(
            search: .languageModel(LanguageModelMix(general: languageModel)),
            pronunciations: .file(dictionary),
            acousticModel: acousticModel, sampleRate: sampleRate, options: options, isVerified: false,
            phones: phones)
    }
}

extension DecoderOptions {
    /// Those for free text: PocketSphinx's own.
    package static var dictation: DecoderOptions {
        var options = DecoderOptions()
        options.gaussians = 4
        return options
    }
}
