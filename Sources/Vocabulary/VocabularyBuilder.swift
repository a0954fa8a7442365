import Configuration
import Grammar
import Models
import Platform

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

    /// The largest text in bytes, which is a long novel a dozen times over.
    static let largestText = 16 << 20
    /// Phrases of a class beyond these are a mistake, not a class.
    static let mostPhrasesOfClass = 10_000
    /// Phrases that sentences with classes are written out to, all together.
    private static let mostWrittenOut = 200_000
    /// Those of them that are only there for which phrases stand together.
    private static let mostCombinations = 50_000
    /// Beside these, complaints are not read any more.
    private static let mostComplaints = 20

    private typealias Part = VocabularyText.Part

    private let pack: ModelPack
    private let text: VocabularyText
    private var limits: Limits
    private var classes: [String: [[String]]] = [:]
    private var classFiles: [String: Mark] = [:]
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
    }

    // MARK: - Texts

    /// Takes a text of UTF-8: sentences, or names, a line each.
    ///
    /// - Throws: `.unreadable` for a file that is none or is too large, `.invalid` for one that is no text.
    package mutating func add(_ path: String) throws(ConfigurationError) {
        for (mark, line) in try lines(of: path) {
            for parts in text.sentences(in: line, isKnown: known.contains) {
                sentences.append((parts, mark))
                for case .word(let word) in parts where places[word] == nil { places[word] = mark }
            }
        }
    }

    /// Says what `<name>` stands for: the phrases of a file, a line each, besides those of another file.
    ///
    /// - Throws: as ``add(_:)``; `.invalid` for too many phrases, and for references within them.
    package mutating func define(_ name: String, from path: String) throws(ConfigurationError) {
        var phrases: [[String]] = []
        for (mark, line) in try lines(of: path) {
            let parts = Array(text.sentences(in: line, isKnown: known.contains).joined())
            var phrase: [String] = []
            for part in parts {
                guard case .word(let word) = part else {
                    throw .invalid([Diagnostic("a class is of words, and not of other classes", at: mark)])
                }
                if places[word] == nil { places[word] = mark }
                phrase.append(word)
            }
            if !phrase.isEmpty { phrases.append(phrase) }
            guard phrases.count <= Self.mostPhrasesOfClass else {
                throw .invalid([
                    Diagnostic(
                        "<\(name)> has more than \(Self.mostPhrasesOfClass) phrases; write so many as text of their own",
                        at: mark)
                ])
            }
        }
        guard !phrases.isEmpty else {
            throw .invalid([
                Diagnostic(
                    "there are no phrases for <\(name)>; write them, a line each",
                    at: Mark(file: path, line: 1, column: 1))
            ])
        }
        classes[name, default: []] += phrases
        classFiles[name] = Mark(file: path, line: 1, column: 1)
    }

    private func lines(of path: String) throws(ConfigurationError) -> [(Mark, Substring)] {
        let content = try TextFile.text(path: path, atMost: Self.largestText)
        // "21st" has to be said, and "20000000th" cannot be.
        let ending = /[0-9][0-9,]*(?:st|nd|rd|th|0s)\b/.ignoresCase()
        // "<cheese today" and "<goat cheese>"; "<3" and "a < b" are mere signs.
        let torn = /<(?=\p{L})(?![\p{L}\p{N}_.-]+>)[^<>]*>?/
        var problems: [Diagnostic] = []
        let lines = TextFile.lines(of: content).enumerated().map { index, line in
            let mark = Mark(file: path, line: index + 1, column: 1)
            guard !line.utf8.contains(0) else {
                problems.append(Diagnostic("this is no text; name a file of sentences", at: mark))
                return (mark, line)
            }
            let hasDigit = line.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            for match in hasDigit ? line.matches(of: ending) : [] where !isSaid(match.output) {
                let column = line.distance(from: line.startIndex, to: match.range.lowerBound) + 1
                problems.append(
                    Diagnostic(
                        "write '\(match.output)' out, as it is said",
                        at: Mark(file: path, line: index + 1, column: column)))
            }
            for match in line.utf8.contains(UInt8(ascii: "<")) ? line.matches(of: torn) : [] {
                let column = line.distance(from: line.startIndex, to: match.range.lowerBound) + 1
                problems.append(
                    Diagnostic(
                        match.output.hasSuffix(">")
                            ? "'\(match.output)' is no name of a class; write one word, as in <name>, or take the brackets away"
                            : "this '<' is never closed; write '>' behind the name of the class, or take it away",
                        at: Mark(file: path, line: index + 1, column: column)))
            }
            return (mark, line)
        }
        guard problems.isEmpty else { throw .invalid(Array(problems.prefix(Self.mostComplaints))) }
        return lines
    }

    private func isSaid(_ number: Substring) -> Bool {
        text.quantities.words(number.unicodeScalars, behind: nil)?.length == number.unicodeScalars.count
    }

    // MARK: - What comes of them

    /// Makes the vocabulary.
    ///
    /// - Parameter reviewed: pronunciations that people have looked at, which stay as they are. Guesses among them that are still
    ///   what would be guessed are told as such again.
    /// - Throws: `VocabularyError` for texts without words that can be listened for, for classes that do not exist, and for more
    ///   than can be read back.
    package func finish(reviewed: PronunciationFile? = nil) throws(VocabularyError) -> VocabularyDraft {
        try checkReferences()
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
            let phrases = writtenOut(sentence.parts, among: references, seed: index)
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
            for case .word(let word) in sentence.parts { counts[word, default: 0] += 1 }
        }
        for reference in Set(sentences.flatMap { $0.parts.references }) {
            for word in Set(phrases(for: reference).joined()) { counts[word, default: 0] += 1 }
        }
        return counts
    }

    private func checkReferences() throws(VocabularyError) {
        var problems: [Diagnostic] = []
        var seen: Set<String> = []
        for sentence in sentences {
            for name in sentence.parts.references
            where seen.insert(name).inserted && phrases(for: name).isEmpty {
                let near = nearest(to: name, among: Array(classes.keys))
                let limits = NumberSpeller.limits
                problems.append(
                    Diagnostic(
                        name.contains("..")
                            ? "<\(name)> is no range that can be said; write numbers from \(limits.lowerBound) to \(limits.upperBound), as in <1..30>"
                            : "<\(name)> stands for nothing; "
                                + (near.map { "did you mean <\($0)>?" }
                                    ?? "give its phrases with '--class \(name)=FILE', a range of numbers as <1..30>, or take the brackets away"),
                        at: sentence.mark))
                guard problems.count < Self.mostComplaints else { throw .text(problems) }
            }
        }
        for (name, file) in classFiles.sorted(by: { $0.key < $1.key }) where !seen.contains(name) {
            problems.append(
                Diagnostic(
                    "<\(name)> stands in no text; write it there in its brackets, or leave out '--class \(name)=…'",
                    at: file))
        }
        guard problems.isEmpty else { throw .text(problems) }
    }

    private func phrases(for reference: String) -> [[String]] {
        if let phrases = classes[reference] { return phrases }
        let range = reference == "number" ? 0...99 : Self.range(reference)
        return range.map { text.quantities.numbers.phrases(of: $0, atMost: 1000) } ?? []
    }

    /// The numbers of `1..30`; nil for what is none, or cannot be said.
    private static func range(_ reference: String) -> ClosedRange<Int>? {
        let ends = reference.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]), low <= high,
            NumberSpeller.limits.contains(low), NumberSpeller.limits.contains(high)
        else { return nil }
        return low...high
    }

    /// A sentence with its classes' phrases in their places, each about as often as any other, and beside any other's.
    ///
    /// - Parameters:
    ///   - references: so many sentences share the room for what is written out.
    ///   - seed: of many combinations, sentences with different ones take different ones.
    private func writtenOut(_ parts: [Part], among references: Int, seed: Int) -> [[String]] {
        let choices = parts.map { part in
            switch part {
            case .word(let word): [[word]]
            case .reference(let name): phrases(for: name)
            }
        }
        let most = choices.map(\.count).max() ?? 1
        let combinations = choices.reduce(1) { product, choice in
            let (all, isTooMany) = product.multipliedReportingOverflow(by: choice.count)
            return isTooMany ? .max : all
        }
        let wanted = max(most, min(combinations, Self.mostCombinations / max(1, references)))
        let count = max(1, min(wanted, Self.mostWrittenOut / max(1, references)))
        guard count < combinations else {
            return (0..<count).map { index in
                var rest = index
                return choices.flatMap { choice in
                    defer { rest /= choice.count }
                    return choice[rest % choice.count]
                }
            }
        }
        // Each place takes all of its phrases before it takes one again, and in an order of its own each time.
        var generator = SeededGenerator(seed: UInt64(seed))
        let places = choices.map { choice in
            guard choice.count > 1 else { return Array(repeating: choice[0], count: count) }
            var order: [[String]] = []
            while order.count < count { order += choice.shuffled(using: &generator) }
            return order
        }
        return (0..<count).map { index in places.flatMap { $0[index] } }
    }
}

extension [VocabularyText.Part] {
    fileprivate var references: [String] {
        compactMap { if case .reference(let name) = $0 { name } else { nil } }
    }

    fileprivate var hasReference: Bool { !references.isEmpty }
}
