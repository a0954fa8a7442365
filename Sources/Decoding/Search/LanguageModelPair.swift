import CPocketSphinx

/// A language model of many words and one of a few more, for one search that goes by the first alone or by both: two searches would
/// take 3 MB more for some thousand words, and two models of these 1 MB.
///
/// Used where its decoder is, between utterances.
///
/// ```swift
/// let pair = try decoder.add(words: model, additions: phrases, named: "words", options: options)
/// pair.select(withAdditions: false)
/// ```
///
/// Source: `ngram_model_set_select` and `ngram_model_set_interp` of sphinxbase.
package final class LanguageModelPair {
    fileprivate static let words = "words"
    fileprivate static let additions = "additions"

    private let set: OpaquePointer

    fileprivate init(_ set: OpaquePointer) {
        self.set = set
    }

    deinit {
        ngram_model_free(set)
    }

    /// What the next utterance goes by.
    package func select(withAdditions: Bool) {
        if withAdditions {
            ngram_model_set_interp(set, nil, nil)
        } else {
            ngram_model_set_select(set, Self.words)
        }
    }
}

extension PocketSphinxDecoder {
    /// Adds a search that goes by both of two language models.
    ///
    /// - Parameters:
    ///   - words: in ARPA form, as is the other.
    ///   - additions: words that the first does not have. Each word is as likely as its own model says.
    ///   - options: what a search reads when it is made counts; how sound is scored stays.
    package func add(
        words: String, additions: String, named name: String, options: DecoderOptions
    ) throws(DecoderError) -> LanguageModelPair {
        var models: [OpaquePointer?] = []
        defer { for model in models { ngram_model_free(model) } }
        for text in [words, additions] {
            models.append(try makeLanguageModel(LanguageModelMix(phrases: text)))
        }
        let set = try makeLanguageModelSet(
            models, named: [LanguageModelPair.words, LanguageModelPair.additions], weights: [1, 1],
            subject: name)
        let pair = LanguageModelPair(set)
        pair.select(withAdditions: true)
        let configuration = ps_get_config(pocketSphinx)
        _ = try Self.parse(options.searchSettings, into: configuration)
        let status = ps_set_lm(pocketSphinx, name, set)
        // Searches that are made later are the decoder's own.
        _ = try Self.parse(self.options.searchSettings, into: configuration)
        guard status == 0 else { throw .unusableModel(path: name) }
        return pair
    }
}
