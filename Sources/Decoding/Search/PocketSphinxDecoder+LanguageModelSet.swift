import CPocketSphinx
import Glibc

extension PocketSphinxDecoder {
    /// Several language models as one, which keeps references of its own to them; to be freed.
    ///
    /// - Parameters:
    ///   - names: by which each can be selected.
    ///   - weights: how much each counts.
    ///   - subject: what they are, for errors.
    func makeLanguageModelSet(
        _ models: [OpaquePointer?], named names: [String], weights: [Float], subject: String
    ) throws(DecoderError) -> OpaquePointer {
        var models = models
        var names: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
        defer { for name in names { free(name) } }
        guard
            let set = ngram_model_set_init(
                ps_get_config(pocketSphinx), &models, &names, weights, Int32(weights.count))
        else { throw .unusableModel(path: subject) }
        return set
    }
}
