import CPocketSphinx
import Glibc
import Grammar
import Models

/// Making PocketSphinx listen for what `PocketSphinxDecoder.Search` says.
extension PocketSphinxDecoder {
    /// All but the acoustic model.
    static func configuration(
        sampleRate: Int, dictionary: String, search: Search, options: DecoderOptions, scoreLog: String? = nil
    ) throws(DecoderError) -> OpaquePointer {
        var settings = [
            "-samprate": "\(sampleRate)",
            "-dict": dictionary,
            "-beam": "\(options.beam)",
            "-pbeam": "\(options.phoneBeam)",
            "-wbeam": "\(options.wordBeam)",
            "-topn": "\(options.gaussians)",
            "-remove_noise": options.removesNoise ? "yes" : "no",
            // Removal would collapse pauses and with them every later time; the endpointer cuts silence instead.
            "-remove_silence": "no",
        ]
        switch search {
        case .grammar, .phoneLoop, .silence:
            // Scores of two searches can be subtracted only if both are normalised by the same best senone.
            settings["-compallsen"] = "yes"
            settings["-allphone_ci"] = "yes"
            // The Viterbi path's own segments and scores; a path through the lattice has less exact ends.
            settings["-bestpath"] = "no"
            // Phone lookahead serves language models only.
            settings["-pl_window"] = "0"
        case .keyphrases:
            settings["-pl_window"] = "0"
        case .languageModel:
            break
        }
        settings["-senlogdir"] = scoreLog
        for (name, value) in options.extra { settings["-" + name] = value }
        return try parse(settings)
    }

    /// - Parameter earlier: a configuration that is changed by what is given; nil for a new one.
    static func parse(
        _ settings: [String: String], into earlier: OpaquePointer? = nil
    ) throws(DecoderError) -> OpaquePointer {
        // The parser copies values but keeps pointers to names, so names are those of PocketSphinx's own table.
        var arguments: [UnsafeMutablePointer<CChar>?] = []
        var values: [UnsafeMutablePointer<CChar>] = []
        defer { for value in values { free(value) } }
        var unknown = settings
        var definition = ps_args()
        while let entry = definition?.pointee, let name = entry.name {
            if let value = unknown.removeValue(forKey: String(cString: name)), let copy = strdup(value) {
                arguments += [UnsafeMutablePointer(mutating: name), copy]
                values.append(copy)
            }
            definition = definition?.advanced(by: 1)
        }
        guard unknown.isEmpty,
            let parsed = cmd_ln_parse_r(
                earlier, ps_args(), Int32(arguments.count), &arguments, earlier == nil ? 1 : 0)
        else {
            let refused = (unknown.isEmpty ? settings : unknown).map { "\($0) \($1)" }.sorted()
            throw .decodingFailed("PocketSphinx refuses of its options: \(refused.joined(separator: ", "))")
        }
        return parsed
    }

    /// PocketSphinx refuses a whole grammar for one unknown word and silently skips a keyphrase with one.
    static func requireWords(of search: Search, in dictionary: String) throws(DecoderError) {
        let wanted: Set<String>
        switch search {
        case .grammar(let network):
            wanted = network.vocabulary
        case .keyphrases(let phrases):
            wanted = Set(phrases.flatMap { $0.phrase.split(separator: " ").map(String.init) })
        case .silence, .phoneLoop, .languageModel:
            return
        }
        guard !wanted.isEmpty else { throw .emptyGrammar }
        let known = Set(
            dictionary.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        let missing = wanted.subtracting(known)
        guard missing.isEmpty else { throw .unknownWords(missing.sorted()) }
    }

    func activateSearch() throws(DecoderError) {
        try add(search, named: searchName)
        try select(searchName)
    }

    /// Adds a search that may take the place of the decoder's own.
    package func add(_ search: Search, named name: String) throws(DecoderError) {
        let status: Int32
        let subject: String
        switch search {
        case .silence:
            return try add(.grammar(Self.silence), named: name)
        case .grammar(let network):
            let grammar = try makeGrammar(network, named: name)
            // The search keeps its own reference.
            defer { fsg_model_free(grammar) }
            status = ps_set_fsg(pocketSphinx, name, grammar)
            subject = "the grammar"
        case .phoneLoop:
            status = ps_set_allphone_file(pocketSphinx, name, nil)
            subject = "the phone loop"
        case .keyphrases(let phrases):
            let list = phrases.map { "\($0.phrase) /\($0.threshold)/\n" }.joined()
            let file = try MemoryFile(list, name: "keyphrases")
            status = ps_set_kws(pocketSphinx, name, file.path)
            subject = "the keyphrases"
        case .languageModel(let mix):
            let model = try makeLanguageModel(mix)
            defer { ngram_model_free(model) }
            status = ps_set_lm(pocketSphinx, name, model)
            subject = mix.general ?? "the phrases"
        }
        guard status == 0 else { throw .unusableModel(path: subject) }
    }

    /// A grammar without words; the search adds silence to every state.
    private static let silence = WordNetwork(stateCount: 1, start: 0, final: 0, arcs: [])

    /// Searches from now on what was added as `name`; between utterances only.
    package func select(_ name: String) throws(DecoderError) {
        guard ps_set_search(pocketSphinx, name) == 0 else {
            throw .decodingFailed("the search '\(name)' could not be selected")
        }
    }

    /// PocketSphinx can add words to the dictionary that it has read, but not change or remove one.
    package static func dictionary(
        at path: String, with entries: [Lexicon.Entry]
    ) throws(DecoderError) -> [UInt8] {
        do {
            return try Lexicon.dictionary(at: path, with: entries)
        } catch {
            throw .model(error)
        }
    }

    func makeLanguageModel(_ mix: LanguageModelMix) throws(DecoderError) -> OpaquePointer {
        var models: [OpaquePointer?] = []
        var shares: [Double] = []
        defer { for model in models { ngram_model_free(model) } }
        let others = mix.asides == nil ? 1 : 1 - LanguageModelMix.asideShare
        if let general = mix.general {
            models.append(try readLanguageModel(general, NGRAM_AUTO, named: general))
            shares.append(mix.phrases == nil ? others : others * (1 - mix.phraseShare))
        }
        func add(_ text: String?, named name: String, share: Double) throws(DecoderError) {
            guard let text else { return }
            let file = try MemoryFile(text, name: name)
            models.append(try readLanguageModel(file.path, NGRAM_ARPA, named: "the \(name)"))
            shares.append(share)
        }
        try add(mix.phrases, named: "phrases", share: mix.general == nil ? others : others * mix.phraseShare)
        try add(mix.asides, named: "asides", share: LanguageModelMix.asideShare)
        guard let first = models.first else { throw .emptyGrammar }
        guard models.count > 1 else { return ngram_model_retain(first) }
        // PocketSphinx mixes scores that are already raised to the language weight, so shares are, too.
        let weight = Double(cmd_ln_float_r(ps_get_config(pocketSphinx), "-lw"))
        return try makeLanguageModelSet(
            models, named: models.indices.map { "\($0)" }, weights: shares.map { Float(pow($0, weight)) },
            subject: mix.general ?? "the phrases")
    }

    private func readLanguageModel(
        _ path: String, _ type: ngram_file_type_t, named name: String
    ) throws(DecoderError) -> OpaquePointer {
        guard
            let model = ngram_model_read(
                ps_get_config(pocketSphinx), path, type, ps_get_logmath(pocketSphinx))
        else { throw .unusableModel(path: name) }
        return model
    }

    private func makeGrammar(
        _ network: WordNetwork, named name: String
    ) throws(DecoderError) -> UnsafeMutablePointer<fsg_model_t> {
        let logMath = ps_get_logmath(pocketSphinx)
        // The language weight scales the silence arcs, which the search adds at every state; as for JSGF files.
        let weight = Float(cmd_ln_float_r(ps_get_config(pocketSphinx), "-lw"))
        guard let grammar = fsg_model_init(name, logMath, weight, Int32(network.stateCount)) else {
            throw .outOfResources(call: "fsg_model_init", code: errno)
        }
        grammar.pointee.start_state = Int32(network.start)
        grammar.pointee.final_state = Int32(network.final)
        for arc in network.arcs {
            // A probability above 1 would make PocketSphinx end the process.
            let logProbability = logmath_log(logMath, min(arc.probability, 1))
            if let word = arc.word {
                fsg_model_trans_add(
                    grammar, Int32(arc.from), Int32(arc.to), logProbability, fsg_model_word_add(grammar, word)
                )
            } else {
                fsg_model_null_trans_add(grammar, Int32(arc.from), Int32(arc.to), logProbability)
            }
        }
        glist_free(fsg_model_null_trans_closure(grammar, nil))
        return grammar
    }
}
