import Journal
import Language
import Recognition

/// Chooses the model pack and the words, and makes the decoder for a configuration.
enum DecoderFactory {
    static func decoder(for configuration: Configuration) throws -> UtteranceDecoder {
        let pack = try pack(for: configuration)
        for problem in pack.check(readingWhole: false) { throw problem }
        guard let grammar = configuration.grammar else {
            guard let model = pack.languageModels.dictation else {
                throw StationError.unavailable(
                    "\(pack.manifest) has no language model for dictation; add 'language_models: { dictation: FILE }'"
                )
            }
            return try UtteranceDecoder(
                languageModel: model, dictionary: pack.dictionary, acousticModel: pack.acousticModel,
                sampleRate: pack.sampleRate)
        }
        let lexicon = try Lexicon(
            words: grammar.vocabulary, dictionary: pack.dictionary, overrides: configuration.pronunciations,
            phones: try pack.phones(), isEnglish: pack.locale.language == "en")
        for problem in lexicon.problems { Log.warning("\(problem)", from: "words") }
        for guess in lexicon.guesses {
            Log.notice(
                "'\(guess.word)' is not in the dictionary; it is taken to sound like "
                    + guess.pronunciations[0].joined(separator: " "), from: "words")
        }
        if !lexicon.missing.isEmpty {
            Log.warning(
                "no pronunciation for \(lexicon.missing.joined(separator: ", ")): phrases with these words are not "
                    + "understood; add them under 'pronunciations:'", from: "words")
        }
        return try UtteranceDecoder(
            grammar: grammar.network.without(Set(lexicon.missing)), dictionary: lexicon.text,
            acousticModel: pack.acousticModel, sampleRate: pack.sampleRate)
    }

    private static func pack(for configuration: Configuration) throws -> ModelPack {
        let packs = ModelPack.installed()
        guard let asked = configuration.locale else {
            guard let pack = ModelPack.preferred(among: packs) else {
                throw LanguageError.unknownLocale(asked: "any language", installed: [])
            }
            return pack
        }
        guard let tag = LocaleTag(asked), let pack = ModelPack.matching(tag, among: packs) else {
            throw LanguageError.unknownLocale(asked: asked, installed: packs.map(\.locale.description))
        }
        return pack
    }
}

extension WordNetwork {
    /// The network without the arcs that say one of `words`: what could not be understood anyway.
    fileprivate func without(_ words: Set<String>) -> WordNetwork {
        guard !words.isEmpty else { return self }
        var rest = self
        rest.arcs.removeAll { arc in arc.word.map(words.contains) ?? false }
        return rest
    }
}
