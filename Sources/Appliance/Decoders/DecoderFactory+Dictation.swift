import Configuration
import Decoding
import Grammar
import Models
import Vocabulary

extension DecoderFactory {
    /// The built-in recognizer of free speech: with the language's general words, a site's own, or both.
    static func dictation(
        for configuration: ApplianceConfiguration, _ pack: ModelPack, _ phones: PhoneWeights?
    ) throws(ApplianceError) -> UtteranceDecoder {
        let builtIn = configuration.dictation.builtIn
        do {
            let (mix, pronunciations) = try words(for: configuration, pack)
            return try UtteranceDecoder(
                search: .languageModel(mix), pronunciations: pronunciations,
                acousticModel: pack.acousticModel,
                sampleRate: pack.sampleRate, options: .dictation(builtIn.profile), isVerified: false,
                phones: phones)
        } catch let error as ConfigurationError {
            throw ApplianceError(error)
        } catch {
            throw ApplianceError(error, in: configuration)
        }
    }

    private static func words(
        for configuration: ApplianceConfiguration, _ pack: ModelPack
    ) throws -> (LanguageModelMix, PocketSphinxDecoder.Pronunciations) {
        let builtIn = configuration.dictation.builtIn
        guard let folder = builtIn.vocabulary, let vocabulary = try configuration.siteVocabulary(for: pack)
        else {
            return (LanguageModelMix(general: try generalModel(of: pack)), .file(pack.dictionary))
        }
        // Texts that a vocabulary is made of have no "comma" and no "scratch that".
        let asides = try asides(for: configuration, pack)
        let parts = try configuration.lexicon(of: Set(asides.joined()), from: pack)
        var own = vocabulary.pronunciations.merging(configuration.pronunciations) { $1 }
        for words in asides where words.count > 1 {
            own[LanguageModelMix.entry(of: words)] = parts.pronunciations(
                of: words, atMost: asidePronunciations)?
                .map { $0.joined(separator: " ") }
        }
        let entries = asides.map(LanguageModelMix.entry)
        let lexicon = try Lexicon(words: vocabulary.words.union(entries), pack: pack, overrides: own)
        for problem in lexicon.problems { warn("\(problem)") }
        if !lexicon.missing.isEmpty {
            warn(
                "no pronunciation for \(lexicon.missing.joined(separator: ", ")): not recognized; add them to "
                    + "\(folder)/\(SiteVocabulary.pronunciationsName)")
        }
        let share = builtIn.mix ?? (pack.languageModels.dictation == nil ? 0 : vocabulary.mix)
        var mix = LanguageModelMix(phrases: vocabulary.arpa)
        mix.asides = entries.isEmpty ? nil : entries.reduce(into: PhraseModel()) { $0.add([$1]) }.arpa
        guard share > 0 else { return (mix, .text(lexicon.text)) }
        mix.general = try generalModel(of: pack)
        mix.phraseShare = 1 - share
        return (mix, .file(pack.dictionary, with: lexicon.entries.filter { $0.origin != .dictionary }))
    }

    /// Ways to say a mark of several words; more are unusual.
    private static let asidePronunciations = 4

    /// What is said besides the words of a text that is to be readable, each as its words.
    private static func asides(
        for configuration: ApplianceConfiguration, _ pack: ModelPack
    ) throws -> [[String]] {
        guard configuration.dictation.writing == .readable else { return [] }
        return try (configuration.language ?? pack.languageWords()).writing?.asides.map(\.spokenWords) ?? []
    }

    private static func generalModel(of pack: ModelPack) throws(ApplianceError) -> String {
        guard let model = pack.languageModels.dictation else {
            throw .unavailable(
                "\(pack.manifest) has no language model for dictation; add 'language_models: { dictation: FILE }'"
            )
        }
        return model
    }
}
