import Glibc

/// How often each word is said, as a language model has it: the share of all words.
///
/// ```swift
/// let frequencies = try WordFrequencies(path: pack.languageModels.dictation!)
/// frequencies?.shares["the"]      // 0.04
/// ```
struct WordFrequencies {
    /// By word, in lower case; those that are said seldom are left out.
    let shares: [String: Double]

    /// The base of the logarithms in which sphinxbase keeps probabilities.
    private static let base = 1.0001

    /// Reads the 1-grams of a language model, which takes some milliseconds.
    ///
    /// - Parameters:
    ///   - path: of the model.
    ///   - least: the least share of a word that is kept.
    /// - Returns: Nil for a model that is no binary trie.
    /// - Throws: `.unusableModel` if the file cannot be read, or its probabilities make no sense.
    init?(path: String, least: Double = 0) throws(ModelError) {
        let file = try MappedFile(path: path)
        let model = try LanguageModelFile(file)
        guard let unigrams = model.unigrams, let words = model.words else { return nil }
        var shares: [String: Double] = [:]
        var total = 0.0
        var reader = ByteReader(file.bytes, at: words)
        do throws(ByteReader.Malformed) {
            for index in 0..<model.counts[0] {
                let logarithm = file.bytes.loadUnaligned(
                    fromByteOffset: unigrams + index * LanguageModelFile.unigramSize, as: Float.self)
                let share = exp(Double(logarithm) * log(Self.base))
                total += share
                let word = try reader.text(until: 0)
                if share >= least { shares[word] = share }
            }
            guard abs(total - 1) < 0.01 else {
                throw ByteReader.Malformed(reason: "the probabilities of its words add up to \(total)")
            }
        } catch {
            throw .unusableModel(path: path, reason: error.reason, remedy: "install the language model again")
        }
        self.shares = shares
    }
}
