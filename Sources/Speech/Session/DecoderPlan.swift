import Decoding
import Grammar
import Interpretation
import Models
import Platform
import Utterance

/// All that makes one decoder different from another; decoders of equal plans can stand in for each other.
struct DecoderPlan: Sendable, Hashable {
    enum Search: Sendable, Hashable {
        /// The sentences of a grammar, verified; with their dictionary.
        case grammar(WordNetwork, dictionary: String)
        /// The pack's words, save those that are said otherwise, and further ones.
        case model(LanguageModelMix, with: [Lexicon.Entry])
        /// Only some phrases' words; with their dictionary.
        case phrases(LanguageModelMix, dictionary: String)
    }

    var pack: ModelPack
    var search: Search
    /// Whether the grammar is that of yes and no, which is not taken for an answer unless it sounds like one.
    var isConfirmation = false
    /// Whether other sentences of a grammar are looked for, too, which takes a wider search and more time.
    var hasAlternatives = false

    /// Plans the decoder that a request asks for. Looks words up in the dictionary, which takes some milliseconds.
    init(
        _ settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint, pack: ModelPack
    ) throws(RecognitionError) {
        self.pack = pack
        let custom = settings.customizedLanguageModel ?? CustomLanguageModelData()
        let confirmation = hint == .confirmation ? Self.answers(of: pack)?.grammar : nil
        if let grammar = settings.grammar ?? confirmation {
            isConfirmation = settings.grammar == nil
            let lexicon = try Self.lexicon(grammar.vocabulary, pack, custom.pronunciations)
            if let problem = lexicon.problems.first { throw .model(problem) }
            guard lexicon.missing.isEmpty else { throw .decoding(.unknownWords(lexicon.missing)) }
            hasAlternatives = settings.maximumAlternatives > 0
            search = .grammar(grammar.network, dictionary: lexicon.text)
            return
        }
        let (phrases, lexicon) = try Self.phrases(custom, settings.contextualStrings, pack)
        let text = phrases.isEmpty ? nil : phrases.arpa
        if settings.usesOnlyCustomizedLanguageModel {
            guard text != nil || lexicon.missing.isEmpty else {
                throw .decoding(.unknownWords(lexicon.missing))
            }
            search = .phrases(LanguageModelMix(phrases: text), dictionary: lexicon.text)
            return
        }
        let models = pack.languageModels
        guard let general = (hint == .search ? models.search : nil) ?? models.dictation ?? models.search
        else {
            throw .noLanguageModel(locale: pack.locale.description)
        }
        search = .model(
            LanguageModelMix(general: general, phrases: text),
            with: lexicon.entries.filter { $0.origin != .dictionary })
    }

    /// Whether the task is over after one sentence.
    var isGrammar: Bool {
        if case .grammar = search { true } else { false }
    }

    /// Whether the pack's whole dictionary is used.
    var readsDictionary: Bool {
        if case .model = search { true } else { false }
    }

    /// The judge of yes and no, where these are asked for; nil also where the pack's words cannot be read any more. Reads them at
    /// each call.
    func answers() -> YesNo? { isConfirmation ? Self.answers(of: pack) : nil }

    func makeDecoder() throws(RecognitionError) -> UtteranceDecoder {
        let search: PocketSphinxDecoder.Search
        let pronunciations: PocketSphinxDecoder.Pronunciations
        var options = DecoderOptions.dictation
        switch self.search {
        case .grammar(let network, let dictionary):
            search = .grammar(network)
            pronunciations = .text(dictionary)
            options = hasAlternatives ? .withAlternatives : DecoderOptions()
        case .model(let mix, let words):
            search = .languageModel(mix)
            pronunciations = .file(pack.dictionary, with: words)
        case .phrases(let mix, let dictionary):
            search = .languageModel(mix)
            pronunciations = .text(dictionary)
        }
        do {
            return try UtteranceDecoder(
                search: search, pronunciations: pronunciations,
                acousticModel: isGrammar ? pack.grammarAcousticModel : pack.acousticModel,
                sampleRate: pack.sampleRate, options: options, isVerified: isGrammar,
                phones: pack.phoneWeights())
        } catch {
            throw .decoding(error)
        }
    }

    /// What takes noise out of the sound before it is decoded; nil where the pack has nothing that does.
    func noiseWeights() throws(RecognitionError) -> NoiseWeights? {
        do {
            return try pack.noiseWeights()
        } catch {
            throw .decoding(error)
        }
    }

    /// Yes and no in the pack's language, for a program that asks.
    private static func answers(of pack: ModelPack) -> YesNo? {
        (try? pack.languageWords()).flatMap { YesNo(in: $0, guarding: .program) }
    }
}
