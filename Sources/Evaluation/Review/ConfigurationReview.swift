import Appliance
import Capture
import Configuration
import Grammar
import Models
import Utterance

/// All that can be said of a configuration before anybody speaks to it: what is wrong, what is risky, what is wired.
///
///     let review = try ConfigurationReview(path: "site.yaml")
///     for diagnostic in review.diagnostics { print(diagnostic) }
///     for risk in review.shortPhrases { print("short:", risk.sentence) }
///
/// Making one reads the whole model pack, which takes a second or two on a small board. Any thread.
package struct ConfigurationReview: Sendable {
    /// A command's shortest sentence, where it is too short to be distinguished from other speech: one word, or fewer
    /// than nine phones, which is about four syllables. From ``shortPhrases``.
    package struct ShortPhrase: Sendable, Hashable {
        /// The command's name.
        package var command: String
        /// The words with spaces between them.
        package var sentence: String
        /// How many words it has.
        package var words: Int
        /// How many phones it has, in its shortest pronunciation.
        package var phones: Int
    }

    /// A command that may be told a longer or shorter time than its output is ever on for: from ``refusedTimes``.
    package struct RefusedTime: Sendable, Hashable {
        /// The command's name.
        package var command: String
        /// The slot that holds the time.
        package var slot: String
        /// The output's name.
        package var output: String
        /// The key of the limit, `max_on` or `min_dwell`, and its value.
        package var limit: String
        package var value: Duration
        /// The times that the output takes, of those that may be said; nil if there are none.
        package var taken: ClosedRange<Duration>?
    }

    /// A sentence that can be said, and what it comes to: from ``samples``.
    package struct Sample: Sendable, Hashable {
        /// The words with spaces between them.
        package var sentence: String
        /// By rule name.
        package var slots: [String: SlotValue]
    }

    /// What the file says.
    package let configuration: ApplianceConfiguration
    /// The model pack that it would run with; nil if there is none.
    package private(set) var pack: ModelPack?
    /// How its words are said; nil without a usable model pack.
    package private(set) var lexicon: Lexicon?
    /// What stops it from being understood, each with the place or file to correct.
    package private(set) var diagnostics: [String] = []
    /// Whether no language is installed, which no file is to blame for: what ``diagnostics`` says then.
    package private(set) var lacksLanguage = false
    /// Of each command that has one, in the order of the file; found among a hundred of its sentences.
    package private(set) var shortPhrases: [ShortPhrase] = []
    /// Of each command that has one, in the order of the file; found among the same sentences, and in English alone.
    package private(set) var missingOpposites: [MissingOpposite] = []
    /// What sounds alike and does not mean the same, the nearest first. All is found that differs by one sound; of hundreds of
    /// commands with thousands of sentences, some of what differs by more.
    package private(set) var soundAlikes: [SoundAlike] = []
    /// The wake phrases, in the order of the file, without those that have a word nobody can say: a mistake.
    package private(set) var wakes: [Wake] = []
    /// The grammar files that it imports itself.
    package private(set) var imports: [String] = []
    /// Three sentences at most of each command, in the order of the file.
    package private(set) var samples: [(command: String, sentences: [Sample])] = []

    /// Words under `pronunciations:` that nothing that is listened for has, in alphabetical order.
    package var unusedPronunciations: [String] {
        let words = configuration.words
        return configuration.pronunciations.keys.filter { !words.contains($0) }.sorted()
    }

    /// Commands of whose spoken times some are refused, as an output's `max_on` is shorter, or its `min_dwell` longer; in the order of
    /// the file. That any time may be said is no wish for the shortest.
    package var refusedTimes: [RefusedTime] {
        configuration.commands.flatMap { command -> [RefusedTime] in
            let slots = configuration.grammar?.slots(of: command.name) ?? [:]
            return command.steps.flatMap { step -> [RefusedTime] in
                guard case .onFor(let name, .slot(let slot)) = step, let values = slots[slot]?.values,
                    case .duration(let range) = values,
                    let output = configuration.outputs.first(where: { $0.name == name })
                else { return [] }
                let shortest = max(range.lowerBound, output.minDwell, .seconds(1))
                let longest = min(range.upperBound, output.maxOn ?? range.upperBound)
                let taken = shortest <= longest ? shortest...longest : nil
                let most = output.limit(brokenBy: range.upperBound)
                let least = values.isAnyDuration ? nil : output.limit(brokenBy: range.lowerBound)
                // One rule may forbid both.
                return [most, least == most ? nil : least].compactMap(\.self).map { limit in
                    RefusedTime(
                        command: command.name, slot: slot, output: name, limit: limit.key, value: limit.value,
                        taken: taken)
                }
            }
        }
    }

    /// Rules under `rules:` that no command says, in the order of the file.
    package var unusedRules: [String] { configuration.grammar?.unusedRules ?? [] }

    /// Sentences that several commands accept.
    package var ambiguities: [Grammar.Ambiguity] { configuration.grammar?.ambiguities ?? [] }

    /// Pairs of commands that were too large to look for a sentence that both accept.
    package var uncompared: [[String]] { configuration.grammar?.uncompared ?? [] }

    /// Reads and judges a configuration file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - progress: Hears the share that is done, 0 to 1, now and then; thousands of commands take seconds on a small board.
    /// - Throws: `ApplianceError.configuration` when the file itself has mistakes, `.unreadable` when there is none.
    package init(path: String, progress: (Double) -> Void = { _ in }) throws(ApplianceError) {
        let document: Document
        do { document = try Document.load(path: path) } catch { throw ApplianceError(error) }
        try self.init(document, progress: progress)
    }

    /// Judges a wake phrase alone, as if it stood in a configuration.
    ///
    /// - Throws: `ApplianceError.configuration` when it can be none.
    package init(wakePhrase phrase: String) throws(ApplianceError) {
        // Quoted as JSON has it, which YAML reads, too.
        let quoted = phrase.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : "\($1)" }
        let text = "listen: wake\nrecognize: dictation\nwake: \"\(quoted)\"\n"
        let document: Document
        let name = "--wake"
        do { document = try Document(text: text, name: name) } catch { throw ApplianceError(error) }
        try self.init(document)
        // Nobody has seen the line that a place would name.
        diagnostics = diagnostics.map { mistake in
            guard mistake.hasPrefix("\(name):"), let space = mistake.firstIndex(of: " ")
            else { return mistake }
            return "\(name):\(mistake[space...])"
        }
    }

    /// Judges a configuration that need not be a file yet.
    ///
    /// - Parameter progress: As of a file's.
    /// - Throws: `ApplianceError.configuration` when it has mistakes.
    package init(_ document: Document, progress: (Double) -> Void = { _ in }) throws(ApplianceError) {
        do { configuration = try ApplianceConfiguration(document) } catch { throw ApplianceError(error) }
        imports = (document.root["import"].map { $0.items ?? [$0] } ?? [])
            .compactMap { file in file.text.map(file.mark.resolve) }
        do {
            let pack = try configuration.modelPack()
            self.pack = pack
            let problems = pack.checkForAppliance()
            diagnostics = problems.map(\.description)
            guard problems.isEmpty else { return }
            let lexicon = try configuration.lexicon(of: configuration.words, from: pack)
            self.lexicon = lexicon
            diagnostics += Self.diagnostics(of: lexicon, in: document)
            do {
                _ = try configuration.siteVocabulary(for: pack)
            } catch {
                diagnostics += "\(error)".split(separator: "\n").map(String.init)
            }
            let sentences = judgePhrases(lexicon, progress)
            wakes = configuration.wake.compactMap { wake(of: $0, lexicon, sentences) }
            wakes = try predicted(wakes, pack)
        } catch {
            let mistakes = configuration.mistakes(behind: error)
            lacksLanguage = pack == nil && mistakes.isEmpty
            diagnostics += mistakes.isEmpty ? ["\(error)"] : mistakes.map(\.description)
        }
    }

    // MARK: - Phrases

    /// Below these, other speech that sounds alike is often accepted, although few phones count against it
    /// (`CommandProbability`): "good night", six phones, for "goodbye" (Figures, "Commands"), or "go cue four", eight
    /// phones, for "computer". Nine phones are about four syllables.
    private static let fewestWords = 2
    private static let fewestPhones = 9
    private static let sampleCount = 100
    private static let shownSamples = 3

    /// - Returns: What was looked at: a hundred sentences of each command.
    private mutating func judgePhrases(_ lexicon: Lexicon, _ progress: (Double) -> Void) -> [[String]] {
        guard let grammar = configuration.grammar else { return [] }
        var all: [[String]] = []
        // About as long as the search for what sounds alike.
        let share = 0.5 / Double(grammar.commands.count)
        for (index, command) in grammar.commands.enumerated() {
            progress(Double(index) * share)
            let sentences = grammar.sampleSentences(of: command, count: Self.sampleCount)
            all += sentences
            if let short = Self.shortest(sentences, of: command, lexicon) { shortPhrases.append(short) }
            if pack?.locale.language == "en",
                let missing = Self.missingOpposite(of: command, among: sentences, in: grammar)
            {
                missingOpposites.append(missing)
            }
            let shown = Self.spread(sentences, Self.shownSamples).map { words in
                let match = grammar.parse(words, as: command)
                return Sample(sentence: words.joined(separator: " "), slots: match?.slots ?? [:])
            }
            samples.append((command, shown))
        }
        soundAlikes = SoundAlikeSearch(grammar: grammar, lexicon: lexicon).pairs { progress(0.5 + $0 / 2) }
        return all
    }

    /// The sentence with the fewest phones, if it has too few.
    private static func shortest(
        _ sentences: [[String]], of command: String, _ lexicon: Lexicon
    ) -> ShortPhrase? {
        let phrases = sentences.compactMap { words in
            lexicon.phoneCount(words).map { phones in
                ShortPhrase(
                    command: command, sentence: words.joined(separator: " "), words: words.count,
                    phones: phones)
            }
        }
        guard let least = phrases.min(by: { ($0.phones, $0.words) < ($1.phones, $1.words) }),
            least.words < fewestWords || least.phones < fewestPhones
        else { return nil }
        return least
    }

    /// `count` of the sentences, from the shortest to the longest.
    private static func spread(_ sentences: [[String]], _ count: Int) -> [[String]] {
        guard sentences.count > count else { return sentences }
        return (0..<count).map { sentences[$0 * (sentences.count - 1) / (count - 1)] }
    }
}
