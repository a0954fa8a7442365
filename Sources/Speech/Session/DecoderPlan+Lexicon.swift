import Models
import Platform
import Vocabulary

/// The words that a request brings along, and how they are said.
extension DecoderPlan {
    /// Free text's own phrases, with the pronunciations of their words. What cannot be pronounced is left out, and named in the
    /// log.
    static func phrases(
        _ custom: CustomLanguageModelData, _ contextualStrings: [String], _ pack: ModelPack
    ) throws(RecognitionError) -> (PhraseModel, Lexicon) {
        let hints = contextualStrings.map { CustomLanguageModelData.words(of: $0) }
        let written = custom.phrases.map { ($0.key, $0.value) } + hints.map { ($0, 1) }
        let spelling = PhraseSpelling(
            of: written.lazy.map(\.0), in: pack, known: Set(custom.pronunciations.keys))
        let phrases = written.map { (words: spelling.words(of: $0), weight: $1) }
        let words = Set(phrases.lazy.map(\.words).joined())
        let lexicon = try lexicon(words, pack, custom.pronunciations)
        for problem in lexicon.problems {
            Log.warning("a pronunciation is left out: \(problem)", from: "recognition")
        }
        let missing = lexicon.missing.filter(words.contains)
        if !missing.isEmpty {
            let words = missing.prefix(20).joined(separator: ", ")
            Log.warning(
                "phrases are left out, as these words have no pronunciation: \(words)", from: "recognition")
        }
        var model = PhraseModel()
        for (words, weight) in phrases where words.allSatisfy({ lexicon[$0] != nil }) {
            model.add(words, weight: weight)
        }
        return (model, lexicon)
    }

    /// Pronunciations of `words`, and of all words in `pronunciations`, which a general language model may contain.
    static func lexicon(
        _ words: Set<String>, _ pack: ModelPack, _ pronunciations: [String: [String]]
    ) throws(RecognitionError) -> Lexicon {
        do throws(ModelError) {
            let own = pronunciations.isEmpty ? [:] : try inPhones(of: pack, pronunciations)
            return try Lexicon(words: words.union(own.keys), pack: pack, overrides: own)
        } catch {
            throw .model(error)
        }
    }

    /// Those in X-SAMPA in the model's phones, if it has them. None with a vowel is taken for the other: all vowels of CMUdict's have two
    /// letters, and no sound of X-SAMPA's is called as one of its phones that has two. Of such a one, what is wrong is told.
    private static func inPhones(
        of pack: ModelPack, _ pronunciations: [String: [String]]
    ) throws(ModelError) -> [String: [String]] {
        let phones = try pack.phones()
        func canBeSaid(_ sounds: [Substring]) -> Bool { sounds.allSatisfy { phones[String($0)] != nil } }
        return pronunciations.mapValues { all in
            all.map { given in
                let sounds = given.split(whereSeparator: \.isWhitespace)
                if sounds.contains(where: { $0.count > 1 && phones[String($0)] != nil }) { return given }
                guard let phones = XSAMPA.phones(of: given), canBeSaid(phones.split(separator: " ")) else {
                    return given
                }
                return phones
            }
        }
    }
}
