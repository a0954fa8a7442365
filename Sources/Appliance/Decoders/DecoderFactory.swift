import Decoding
import Grammar
import Interpretation
import Models
import Platform
import Utterance

/// Chooses the model pack and the words, and makes the decoders for a configuration.
enum DecoderFactory {
    /// - Parameter isOffline: Whether nobody waits for what is heard, so that a stand-in may begin late.
    static func decoders(
        for configuration: ApplianceConfiguration, isOffline: Bool = false
    ) throws(ApplianceError) -> Decoders {
        if !isOffline { forgetNews() }
        do {
            let pack = try configuration.modelPack()
            if configuration.locale == nil { _ = mentionUnspokenLocale }
            for problem in pack.checkForAppliance(readingWhole: false) { throw problem }
            // Read once: each copy takes more than 1 MB.
            let phones = try pack.phoneWeights()
            let spotter = try spotter(for: configuration, pack, phones)
            let noise = try noise(for: configuration, pack)
            guard let grammar = configuration.grammar else {
                var decoders = Decoders(
                    try dictation(for: configuration, pack, phones), wake: spotter, noise: noise, pack)
                if let engine = configuration.dictation.search(in: pack.locale) {
                    decoders.utterance = try EngineSearch(
                        engine, builtIn: decoders.utterance, isOffline: isOffline)
                }
                return decoders
            }
            let answer = try configuration.answers.map {
                try decoder(for: $0.grammar, configuration, pack, phones)
            }
            return Decoders(
                try decoder(for: grammar, configuration, pack, phones), answer: answer, wake: spotter,
                noise: noise, pack)
        } catch {
            throw ApplianceError(error, in: configuration)
        }
    }

    /// Says, once, that it listens in another language than the environment asks for.
    private static let mentionUnspokenLocale: Void = {
        let packs = ModelPack.installed()
        guard let asked = ModelPack.unspokenLocale(among: packs),
            let taken = ModelPack.preferred(among: packs)
        else { return }
        Log.notice(
            "\(asked.variable) asks for \(asked.locale), which no installed language is; listening in \(taken.locale). "
                + "Write 'locale: \(taken.locale)' into the configuration if that is meant", from: "words")
    }()

    /// What the noise reduction has learned; nil where it is off, or the pack has none.
    static func noise(
        for configuration: ApplianceConfiguration, _ pack: ModelPack
    ) throws(ApplianceError) -> NoiseWeights? {
        guard configuration.frontEnd.reducesNoise else { return nil }
        do {
            return try pack.noiseWeights()
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private static func decoder(
        for grammar: Grammar, _ configuration: ApplianceConfiguration, _ pack: ModelPack,
        _ phones: PhoneWeights?
    ) throws(ApplianceError) -> UtteranceDecoder {
        do {
            let lexicon = try lexicon(of: grammar.vocabulary, configuration, pack)
            if !lexicon.missing.isEmpty {
                warn(
                    "no pronunciation for \(lexicon.missing.joined(separator: ", ")): phrases with these words are "
                        + "not understood; add them under 'pronunciations:'")
            }
            return try UtteranceDecoder(
                grammar: grammar.network.without(Set(lexicon.missing)), dictionary: lexicon.text,
                acousticModel: pack.grammarAcousticModel, sampleRate: pack.sampleRate,
                phones: phones)
        } catch {
            throw ApplianceError(error, in: configuration)
        }
    }

    /// How words are said; what is guessed or wrong goes to the log.
    private static func lexicon(
        of words: Set<String>, _ configuration: ApplianceConfiguration, _ pack: ModelPack
    ) throws(ModelError) -> Lexicon {
        let lexicon = try configuration.lexicon(of: words, from: pack)
        for problem in lexicon.problems { warn("\(problem)") }
        for guess in lexicon.guesses {
            notice(
                "'\(guess.word)' is not in the dictionary; it is taken to sound like "
                    + guess.pronunciations[0].joined(separator: " "))
        }
        return lexicon
    }

    /// Listens for the configuration's wake phrases; nil when there are none.
    ///
    /// - Parameter phones: of the pack; nil for a pack without a network of phones.
    static func spotter(
        for configuration: ApplianceConfiguration, _ pack: ModelPack, _ phones: PhoneWeights?,
        options: WakeSpotter.Options = WakeSpotter.Options()
    ) throws(ApplianceError) -> WakeSpotter? {
        do {
            guard !configuration.wake.isEmpty else { return nil }
            let words = configuration.wake.flatMap(\.words)
            let lexicon = try lexicon(of: Set(words), configuration, pack)
            let missing = Set(lexicon.missing)
            let phrases = configuration.wake.filter { missing.isDisjoint(with: $0.words) }
            if !missing.isEmpty {
                let message =
                    "no pronunciation for \(lexicon.missing.joined(separator: ", ")): the wake phrase is not heard; "
                    + "add it under 'pronunciations:'"
                guard !phrases.isEmpty else { throw ApplianceError.unavailable(message) }
                warn(message)
            }
            return try WakeSpotter(
                phrases: phrases, accepting: WakeAcceptance(phrases).accepts, dictionary: lexicon.text,
                words: try CommonWords(pack), phones: phones, acousticModel: pack.grammarAcousticModel,
                sampleRate: pack.sampleRate, options: options)
        } catch {
            throw ApplianceError(error, in: configuration)
        }
    }
}
