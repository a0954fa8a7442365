import Configuration
import Models

/// Makes the vocabulary of a place from its texts: sentences that people say there, names, products, streets.
///
/// ```swift
/// var builder = try VocabularyBuilder(for: pack)
/// try builder.define("name", from: "names.txt")
/// try builder.add("orders.txt")
/// let draft = try builder.finish()
/// ```
///
/// A value; the texts are in memory until it is finished, about three times their size.
package struct VocabularyBuilder: Sendable {
    /// How large the vocabulary may become.
    package struct Limits: Sendable {
        /// Words; of more, those that are said most.
        package var words = 20_000
        /// Pairs and triples of words; of more, those that tell most.
        package var rows = 300_000
        /// The language model as a file: no larger one is read.
        var bytes = ARPAFile.largest

        /// Those of a small board.
        package init() {}
    }

    private typealias Part = VocabularyText.Part

    private let pack: ModelPack
    private let text: VocabularyText
    private var limits: Limits
    private var classes: PhraseClasses
    private var sentences: [(parts: [Part], mark: Mark)] = []
    /// Where each word stands first.
    private var places: [String: Mark] = [:]
    /// All words of which the pack's dictionary says how they are said.
    private let known: Set<String>

    /// - Throws: `.unusableModel` where a file of the pack is missing or broken.
    package init(for pack: ModelPack, limits: Limits = Limits()) throws(ModelError) {
        self.pack = pack
        self.limits = limits
        known = try Lexicon.words(of: pack.dictionary)
        text = VocabularyText(try pack.languageWords())
        classes = PhraseClasses(numbers: text.quantities.numbers)
    }

    // MARK: - Texts

    /// Takes a text of UTF-8: sentences, or names, a line each.
    ///
    /// - Throws: `.unreadable` for a file that is none or is too large, `.invalid` for one that is no text.
    package mutating func add(_ path: String) throws(ConfigurationError) {
        for (mark, line) in try text.lines(of: path) {
            for parts in text.sentences(in: line, isKnown: known.contains) {
                sentences.append((parts, mark))
                note(parts, at: mark)
            }
        }
    }

    /// Says what `<name>` stands for: the phrases of a file, a line each, besides those of another file.
    ///
    /// - Throws: as ``add(_:)``; `.invalid` for too many phrases, and for references within them.
    package mutating func define(_ name: String, from path: String) throws(ConfigurationError) {
        let lines = try text.lines(of: path).map { mark, line in
            (parts: Array(text.sentences(in: line, isKnown: known.contains).joined()), mark: mark)
        }
        try classes.define(name, lines, at: Mark(file: path, line: 1, column: 1))
        for (parts, mark) in lines { note(parts, at: mark) }
    }

    private mutating func note(_ parts: [Part], at mark: Mark) {
        for word in parts.words where places[word] == nil { places[word] = mark }
    }

    // MARK: - What comes of them

    /// Makes the vocabulary.
    ///
    /// - Parameter reviewed: pronunciations that people have looked at, which stay as they are. Guesses among them that are still
    ///   what would be guessed are told as such again.
    /// - Throws: `VocabularyError` for texts without words that can be listened for, for classes that do not exist, and for more
    ///   than can be read back.
    package func finish(reviewed: PronunciationFile? = nil) throws(VocabularyError) -> VocabularyDraft {
        try classes.check(
            sentences.flatMap { sentence in
                sentence.parts.references.map { (name: $0, mark: sentence.mark) }
            })
        let counts = countedWords
        let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limits.words)
        let lexicon: Lexicon
        do {
            var known = reviewed?.pronunciations ?? [:]
            for guess in try Lexicon(words: reviewed?.wordsBelowHeading ?? [], pack: pack).guesses
            where known[guess.word] == guess.pronunciations.map({ $0.joined(separator: " ") }) {
                known[guess.word] = nil
            }
            lexicon = try Lexicon(words: most.map(\.key), pack: pack, overrides: known)
        } catch {
            throw .model(error)
        }
        let sayable = Set(lexicon.entries.map(\.word))
        var model = PhraseModel()
        let references = sentences.count { $0.parts.hasReference }
        for (index, sentence) in sentences.enumerated() {
            let phrases = SentenceExpansion.phrases(
                of: choices(sentence.parts), among: references, seed: index)
            // What cannot be listened for parts a sentence in two.
            let parts = phrases.flatMap {
                $0.split(whereSeparator: { !sayable.contains($0) }).map(Array.init)
            }
            model.add(alike: parts, each: 1 / Double(phrases.count))
        }
        guard !model.isEmpty else { throw .noWords }
        let arpa = model.arpa(keeping: limits.rows)
        let preface = VocabularyPreface(newWords: newWords)
        guard preface.text.utf8.count + arpa.utf8.count <= limits.bytes else {
            throw .tooLarge(limits)
        }
        return VocabularyDraft(
            arpa: arpa, preface: preface,
            words: model.vocabulary, sentences: sentences.count,
            guesses: lexicon.guesses, reviewed: reviewed,
            unspoken: lexicon.missing.map { ($0, places[$0]) }, leftOut: counts.count - most.count)
    }

    /// How many of the words that people will say, of all, are probably in none of the texts: as many as stand in these just once.
    ///
    /// A class is a word that is known, whatever its phrases.
    private var newWords: Double {
        var counts: [String: Int] = [:]
        var all = 0
        for part in sentences.lazy.flatMap(\.parts) {
            all += 1
            if case .word(let word) = part { counts[word, default: 0] += 1 }
        }
        return Double(counts.values.count { $0 == 1 }) / Double(max(1, all))
    }

    /// How often each word is said, those of classes once.
    private var countedWords: [String: Int] {
        var counts: [String: Int] = [:]
        for sentence in sentences {
            for word in sentence.parts.words { counts[word, default: 0] += 1 }
        }
        for reference in Set(sentences.flatMap { $0.parts.references }) {
            for word in Set(classes.phrases(for: reference).joined()) { counts[word, default: 0] += 1 }
        }
        return counts
    }

    /// What may stand in each place of a sentence.
    private func choices(_ parts: [Part]) -> [[[String]]] {
        parts.map { part in
            switch part {
            case .word(let word): [[word]]
            case .reference(let name): classes.phrases(for: name)
            }
        }
    }
}
