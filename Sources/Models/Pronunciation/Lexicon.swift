/// How the words of a grammar are said: every pronunciation of each, and nothing of the dictionary's other words.
///
/// A pronunciation comes from the configuration, else from the pack's dictionary and variants, else from a guess. What
/// is wrong is collected, not thrown: a service works with the words that it has, and `earshot check` refuses.
///
///     let lexicon = try Lexicon(words: grammar.vocabulary, pack: pack)
///     lexicon.guesses.map(\.word)  // ["picovoice"]
package struct Lexicon: Sendable {
    /// Where a pronunciation comes from.
    package enum Origin: Sendable, Hashable {
        /// From the overrides: written for this site.
        case configuration
        /// From the pack's dictionary or its variants.
        case dictionary
        /// flite's lexicon or letter-to-sound rules: to be listened to before it is trusted.
        case guess
    }

    /// A word and all the ways it is said.
    ///
    /// ```swift
    /// for entry in lexicon.guesses {
    ///     print(entry.word, entry.pronunciations[0].joined(separator: " "))      // picovoice P IH K AH V OY S
    /// }
    /// ```
    package struct Entry: Sendable, Hashable {
        /// As it was asked for, in lower case.
        package var word: String
        /// At least one; each at least one phone, as the acoustic model writes it.
        package var pronunciations: [[String]]
        /// The same for all of them.
        package var origin: Origin
    }

    /// By word, in alphabetical order.
    package let entries: [Entry]
    /// Words that have no pronunciation, in alphabetical order.
    package let missing: [String]
    /// Pronunciations that the acoustic model has no phones for; they were left out.
    package let problems: [ModelError]

    private let indices: [String: Int]

    /// Looks up `words` in a pack; of an English one, those that it lacks are guessed.
    ///
    /// - Parameters:
    ///   - words: in lower case, such as a grammar's vocabulary.
    ///   - overrides: by word, pronunciations such as "W ER D" that replace the pack's.
    /// - Throws: `.unusableModel` if a file of the pack cannot be read.
    package init(
        words: some Sequence<String>, pack: ModelPack, overrides: [String: [String]] = [:]
    ) throws(ModelError) {
        try self.init(
            words: words, dictionary: pack.dictionary, variants: pack.variants, overrides: overrides,
            phones: try pack.phones(), isEnglish: pack.locale.language == "en")
    }

    /// Looks up `words`.
    ///
    /// - Parameters:
    ///   - words: in lower case, such as a grammar's vocabulary.
    ///   - dictionary: the path of a dictionary in CMUdict's format. Scanning 134 000 lines takes some milliseconds.
    ///   - variants: the path of another, whose pronunciations are added to those of the first.
    ///   - overrides: by word, pronunciations such as "W ER D" that replace those of both.
    ///   - phones: those of the acoustic model; pronunciations with others are left out.
    ///   - isEnglish: whether unknown words may be guessed by English rules.
    /// - Throws: `.unusableModel` if a dictionary cannot be read.
    package init(
        words: some Sequence<String>, dictionary: String, variants: String? = nil,
        overrides: [String: [String]] = [:], phones: PhoneSet, isEnglish: Bool = true
    ) throws(ModelError) {
        let words = Set(words).sorted()
        var known = try DictionaryFile(path: dictionary).pronunciations(of: words + Self.letters)
        if let variants {
            known.merge(try DictionaryFile(path: variants).pronunciations(of: words), uniquingKeysWith: +)
        }
        var entries: [Entry] = []
        var missing: [String] = []
        var problems: [ModelError] = []

        /// The pronunciations that can be said with the model's phones.
        func usable(_ pronunciations: [String], of word: String) -> [[String]] {
            var usable: [[String]] = []
            for pronunciation in pronunciations {
                do throws(ModelError) {
                    let parsed = try phones.parse(pronunciation, of: word)
                    if !parsed.isEmpty, !usable.contains(parsed) { usable.append(parsed) }
                } catch {
                    problems.append(error)
                }
            }
            return usable
        }

        for word in words {
            let configured = usable(overrides[word] ?? [], of: word)
            let listed =
                configured.isEmpty
                ? usable(known[word]?.map { $0.joined(separator: " ") } ?? [], of: word) : []
            if !configured.isEmpty {
                entries.append(Entry(word: word, pronunciations: configured, origin: .configuration))
            } else if !listed.isEmpty {
                entries.append(Entry(word: word, pronunciations: listed, origin: .dictionary))
            } else if isEnglish, let guess = LetterToSound.guess(word),
                guess.allSatisfy({ phones[$0] != nil })
            {
                let letters = usable(Self.letterByLetter(word, known).map { [$0] } ?? [], of: word)
                entries.append(
                    Entry(word: word, pronunciations: [guess.map { phones[$0]! }] + letters, origin: .guess))
            } else {
                missing.append(word)
            }
        }
        self.entries = entries
        self.missing = missing
        self.problems = problems
        indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.word, $0) })
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }

    /// How a word is spelt out, as "hdmi" and "vpn" are said: of one that has no vowel to be read by, or is short and does not read as
    /// easily as "nico", a consonant and a vowel in turn.
    ///
    /// - Parameter known: has the names of the letters, the name of each the last of what it has for it, as "a" is a word besides.
    private static func letterByLetter(_ word: String, _ known: [String: [[String]]]) -> String? {
        let isVowel = word.map { "aeiouy".contains($0) }
        let alternates = zip(isVowel, isVowel.dropFirst()).allSatisfy { $0 != $1 }
        guard (2...5).contains(word.count), !isVowel.contains(true) || word.count <= 4 && !alternates else {
            return nil
        }
        let names = word.compactMap { known[String($0)]?.last }
        return names.count == word.count ? names.joined().joined(separator: " ") : nil
    }

    /// How a word is said; nil if it was not asked for or has no pronunciation.
    package subscript(word: String) -> Entry? { indices[word].map { entries[$0] } }

    /// The words whose pronunciation was guessed.
    package var guesses: [Entry] { entries.filter { $0.origin == .guess } }

    /// The dictionary of these words alone, for PocketSphinx: `a AH`, `a(2) EY`, one variant a line.
    package var text: String { Self.text(of: entries) }

    /// A whole dictionary for PocketSphinx in which what `entries` say of their words takes the place of what it says of
    /// them; words that it does not have are added.
    ///
    /// ```swift
    /// let own = lexicon.entries.filter { $0.origin != .dictionary }
    /// let dictionary = try Lexicon.dictionary(at: pack.dictionary, with: own)
    /// ```
    ///
    /// - Parameter path: of a dictionary in CMUdict's format. Copying 134 000 lines takes some milliseconds and 3 MB.
    /// - Throws: `.unusableModel` if it cannot be read.
    package static func dictionary(at path: String, with entries: [Entry]) throws(ModelError) -> [UInt8] {
        try DictionaryFile(path: path).text(without: entries.map(\.word)) + text(of: entries).utf8
    }

    /// All words of a dictionary, in lower case.
    ///
    /// - Throws: `.unusableModel` if it cannot be read.
    package static func words(of path: String) throws(ModelError) -> Set<String> {
        var words: Set<String> = []
        try DictionaryFile(path: path).forEachEntry { _, word, _ in words.insert(word.lowercased()) }
        return words
    }

    private static func text(of entries: [Entry]) -> String {
        var text = ""
        for entry in entries {
            for (index, phones) in entry.pronunciations.enumerated() {
                text +=
                    entry.word + (index == 0 ? "" : "(\(index + 1))") + " " + phones.joined(separator: " ")
                    + "\n"
            }
        }
        return text
    }
}
