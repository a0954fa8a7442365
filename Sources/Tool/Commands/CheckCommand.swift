import Appliance
import Configuration
import Evaluation
import GPIO
import Grammar
import Interpretation
import Models
import Platform
import Utterance

/// `earshot check`: what is wrong with a configuration, or risky, before anybody speaks to it.
enum CheckCommand: ToolCommand {
    static let name = "check"
    static let summary = "read a configuration critically: words, pins, phrases that sound alike"
    static let help = """
        earshot check [--config] CONFIG

        Reads the configuration and the model, and tells

          - what is wrong, each with its line and column: the status is then 78
          - which words are listened for, and which pronunciations are only guessed
          - wake phrases: how they are said, their thresholds, and what they may be confused with
          - phrases that are too short to be told from other speech, pairs that sound alike, and sentences that mean
            two commands: the status is 0, and the choice is yours
          - times that may be said and are longer than the output's 'max_on'
          - which commands ask for a yes, and how
          - what is wired to which pin, and some sentences that can be said, with their slots

        No microphone is opened and no pin moves.
        """

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        var arguments = try Arguments(words, options: ["--config"])
        if let path = arguments.value("--config"), arguments.positionals.isEmpty {
            arguments = try Arguments([path])
        }
        guard arguments.positionals.count == 1 else { throw UsageError("name one configuration file") }
        let review = try ConfigurationReview(path: arguments.positionals[0])
        Terminal.print(sections(of: review).filter { !$0.isEmpty }.joined(separator: "\n\n"))
        guard review.diagnostics.isEmpty else {
            for diagnostic in review.diagnostics { Terminal.report(diagnostic, bare: true) }
            return .configuration
        }
        return .success
    }

    private static func sections(of review: ConfigurationReview) -> [String] {
        [
            model(review), vocabulary(review), unusedPronunciations(review), wakes(review),
            shortPhrases(review), soundAlikes(review),
            ambiguities(review), uncompared(review), refusedTimes(review), questions(review), devices(review),
            pins(review),
            samples(review), unreadable(review), verdict(review),
        ]
    }

    private static func model(_ review: ConfigurationReview) -> String {
        review.pack.map { "Model: \($0.name) (\($0.locale)), \($0.manifest)" } ?? ""
    }

    private static func vocabulary(_ review: ConfigurationReview) -> String {
        guard let lexicon = review.lexicon, !lexicon.entries.isEmpty || !lexicon.missing.isEmpty else {
            return ""
        }
        let words = (lexicon.entries.map(\.word) + lexicon.missing).sorted()
        var text = "Vocabulary: \(counted(words.count, "word"))\n" + wrapped(words)
        if !lexicon.guesses.isEmpty {
            let width = lexicon.guesses.map(\.word.count).max() ?? 0
            text += "\n\nGuessed pronunciations; listen to them, or write your own under 'pronunciations:'\n"
            text += lexicon.guesses.map { guess in
                "  \(guess.word.padded(to: width))  \(guess.pronunciations[0].joined(separator: " "))"
            }.joined(separator: "\n")
        }
        return text
    }

    private static func unusedPronunciations(_ review: ConfigurationReview) -> String {
        let words = review.configuration.words.sorted()
        return review.unusedPronunciations.map { word in
            let near = nearest(to: word, among: words).map { "did you mean '\($0)'?" }
            return "Under 'pronunciations:', no command says '\(word)'; \(near ?? "remove it")"
        }.joined(separator: "\n")
    }

    private static func refusedTimes(_ review: ConfigurationReview) -> String {
        guard !review.refusedTimes.isEmpty else { return "" }
        let rows = review.refusedTimes.map {
            "  \($0.command): <\($0.slot)> can be longer than \($0.maxOn.setting), the 'max_on' of '\($0.output)'"
        }
        return "Times that may be said and are refused, with a warning\n" + rows.joined(separator: "\n")
    }

    private static func wakes(_ review: ConfigurationReview) -> String {
        guard !review.wakes.isEmpty else { return "" }
        let rows = review.wakes.flatMap { wake -> [String] in
            var lines = [
                "  \"\(wake.phrase.text)\" \(wake.phrase.setting)  \(wake.pronunciations.joined(separator: ", "))"
            ]
            if wake.isShort {
                lines.append(
                    "    short: it will be missed, or heard in other speech; three syllables and more are safer"
                )
            }
            if !wake.alike.isEmpty {
                let others = wake.alike.prefix(3).map { "\"\($0.other)\" (\(counted($0.distance, "sound")))" }
                lines.append("    differs little from \(others.joined(separator: ", "))")
            }
            return lines
        }
        return "Wake phrases, with their thresholds; 'earshot tune' finds better ones\n"
            + rows.joined(separator: "\n")
    }

    private static func shortPhrases(_ review: ConfigurationReview) -> String {
        guard !review.shortPhrases.isEmpty else { return "" }
        let rows = review.shortPhrases.map { short in
            "  \(short.command): \"\(short.sentence)\" (\(counted(short.words, "word")), "
                + "\(counted(short.phones, "sound")))"
        }
        return
            "Short: heard in other speech, or refused unless said clearly; "
            + "two words and nine sounds, about four syllables, are safer\n"
            + rows.joined(separator: "\n")
    }

    private static func soundAlikes(_ review: ConfigurationReview) -> String {
        guard !review.soundAlikes.isEmpty else { return "" }
        let rows = review.soundAlikes.map { alike in
            let (first, second) = (alike.pair[0], alike.pair[1])
            let place =
                alike.commands[0] == alike.commands[1]
                ? "in \(alike.commands[0])" : alike.commands.joined(separator: ", ")
            let example = alike.pair == alike.sentences ? "" : ", as in \"\(alike.sentences[0])\""
            let distance =
                alike.distance == 0 ? "no difference" : "\(alike.distance) of \(alike.length) sounds"
            return "  \"\(first)\" and \"\(second)\": \(distance); \(place)\(example)"
        }
        return
            "Sound alike and mean different things, the nearest first; noise turns one into the other\n"
            + rows.joined(separator: "\n")
    }

    private static func ambiguities(_ review: ConfigurationReview) -> String {
        guard !review.ambiguities.isEmpty else { return "" }
        let rows = review.ambiguities.map { ambiguity in
            "  \"\(ambiguity.sentence.joined(separator: " "))\": \(ambiguity.commands.joined(separator: " or "))"
        }
        return "Mean two commands; the likelier one is done\n" + rows.joined(separator: "\n")
    }

    private static func uncompared(_ review: ConfigurationReview) -> String {
        guard !review.uncompared.isEmpty else { return "" }
        let rows = review.uncompared.map { "  \($0.joined(separator: ", "))" }
        return "Too large to be compared, so a sentence may mean both; give one fewer ways to be said\n"
            + rows.joined(separator: "\n")
    }

    private static func questions(_ review: ConfigurationReview) -> String {
        let configuration = review.configuration
        let asking = configuration.commands.filter { $0.confirm.means != .none }
        guard !asking.isEmpty else { return "" }
        let width = asking.map(\.name.count).max() ?? 0
        let rows = asking.map { options in
            let sample = review.samples.first { $0.command == options.name }?.sentences.first
            let question = sample.map { sample in
                configuration.question(
                    for: Command(name: options.name, slots: sample.slots, score: 1, text: sample.sentence))
            }
            let window = "\(options.confirm.window.seconds.shortText) s"
            return "  \(options.name.padded(to: width))  by \(options.confirm.means), within \(window)"
                + (question.map { ": \"\($0)\"" } ?? "")
        }
        return "Done only after a yes\n" + rows.joined(separator: "\n")
            + (configuration.canAsk
                ? "" : "\n  Nothing tells that a yes is waited for: add 'voice:', or a 'ready' light")
    }

    private static func devices(_ review: ConfigurationReview) -> String {
        review.numberedDevices.map { section, device in
            "Under '\(section):', the device \(device) goes by its card's number, which may change at every start; "
                + "write the card's name, as in plughw:CARD=USB ('earshot devices' and 'aplay -L' list them)"
        }.joined(separator: "\n")
    }

    private static func pins(_ review: ConfigurationReview) -> String {
        let pins = review.pins
        guard !pins.isEmpty else { return "" }
        let width = pins.map(\.line.description.count).max() ?? 0
        let rows = pins.map { pin in
            let header = pin.headerPin.map { "pin \($0)" } ?? ""
            return "  \(pin.line.description.padded(to: width))  \(header.padded(to: 6))  \(pin.purpose)"
        }
        let board = review.configuration.profile
        let title =
            board == .bare ? "Pins (no known board here, so no pins of its header)" : "Pins of \(board.name)"
        var notes = pins.filter(\.isOffHeader).map {
            "  \($0.line) is on no pin of the header; the board may use it itself"
        }
        notes += pins.filter(\.isUnknown).map {
            "  \($0.line) is no line that a \(board.forChecks().name) is known to have; 'earshot pins' lists your board's"
        }
        if isUnchecked(pins, board) {
            notes.append(
                "  No board profile knows this machine, so header pins were not checked; put one for it, in the "
                    + "manner of board/raspberry-pi.yaml, into "
                    + BoardProfile.searchPaths.joined(separator: " or "))
        }
        return ([title] + rows + notes).joined(separator: "\n")
    }

    /// Whether nothing is known of the board that lines could be held against.
    private static func isUnchecked(_ pins: [ConfigurationReview.Pin], _ board: BoardProfile) -> Bool {
        !pins.isEmpty && board.forChecks() == .bare
    }

    private static func samples(_ review: ConfigurationReview) -> String {
        guard !review.samples.isEmpty else { return "" }
        let rows = review.samples.flatMap { command, sentences in
            ["  \(command)"]
                + sentences.map { sample in
                    let slots = sample.slots.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
                    return "    \"\(sample.sentence)\""
                        + (slots.isEmpty ? "" : "  \(slots.joined(separator: ", "))")
                }
        }
        return "For example\n" + rows.joined(separator: "\n")
    }

    private static func unreadable(_ review: ConfigurationReview) -> String {
        ServiceUser.remedy(for: review.configuration.path) ?? ""
    }

    private static func verdict(_ review: ConfigurationReview) -> String {
        guard review.diagnostics.isEmpty else {
            return "\(counted(review.diagnostics.count, "mistake")) to correct:"
        }
        let wakes = review.wakes.count { $0.isShort } + review.wakes.count { !$0.alike.isEmpty }
        let warnings =
            wakes + review.shortPhrases.count + review.soundAlikes.count + review.ambiguities.count
            + review.uncompared.count + review.unusedPronunciations.count + review.numberedDevices.count
            + review.pins.count { $0.isOffHeader || $0.isUnknown }
            + (isUnchecked(review.pins, review.configuration.profile) ? 1 : 0)
            + (review.configuration.canAsk ? 0 : 1) + (unreadable(review).isEmpty ? 0 : 1)
        return warnings == 0
            ? "Nothing is wrong." : "Nothing is wrong; \(counted(warnings, "thing")) to consider."
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Words in lines of a hundred characters.
    private static func wrapped(_ words: [String]) -> String {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 100 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append("  " + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
