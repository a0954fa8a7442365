import Appliance
import Configuration
import Evaluation
import GPIO
import Interpretation
import Models
import Platform
import Utterance

/// What `earshot check` tells of a configuration: what it says, what is wrong with it, and what may not be meant.
struct CheckReport {
    let review: ConfigurationReview
    let considerations: [Consideration]

    init(_ review: ConfigurationReview) {
        self.review = review
        considerations = Self.considerations(of: review)
    }

    /// What stops it from being understood, each with its place.
    var mistakes: [String] { review.diagnostics }

    /// For people: what is right first, what there is to do last.
    var text: String {
        let parts = [model, vocabulary, wakes, questions, pins, samples] + considerationTexts + [verdict]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The board that its lines were held against.
    private var board: BoardProfile { review.configuration.profile }

    private var model: String {
        review.pack.map { "Model: \($0.name) (\($0.locale)), \($0.manifest)" } ?? ""
    }

    private var vocabulary: String {
        guard let lexicon = review.lexicon, !lexicon.entries.isEmpty || !lexicon.missing.isEmpty else {
            return ""
        }
        let words = (lexicon.entries.map(\.word) + lexicon.missing).sorted()
        return "Vocabulary: \(words.count.counted("word"))\n" + Self.wrapped(words)
    }

    private var wakes: String {
        guard !review.wakes.isEmpty else { return "" }
        let rows = review.wakes.flatMap { wake in
            [
                "  \"\(wake.phrase.text)\" \(wake.phrase.setting)  \(wake.pronunciations.joined(separator: ", "))"
            ] + (wake.prediction?.lines ?? []).map { "    " + $0 }
        }
        let isPredicted = review.wakes.contains { $0.prediction != nil }
        return "Wake phrases, with their thresholds; 'earshot tune' finds better ones\n"
            + rows.joined(separator: "\n") + (isPredicted ? "\n" + WakePrediction.note : "")
    }

    private var questions: String {
        let rows = confirmations.map { name, confirm, question in
            [
                name,
                "by \(confirm.means), within \(confirm.window.seconds.shortText) s"
                    + (question.map { ": \"\($0)\"" } ?? ""),
            ]
        }
        return rows.isEmpty ? "" : "Done only after a yes\n" + table(rows)
    }

    /// The commands that ask for a yes, each with what is asked for its first example.
    var confirmations: [(command: String, confirm: Confirm, question: String?)] {
        let configuration = review.configuration
        return configuration.commands.filter { $0.confirm.means != .none }.map { options in
            let sample = review.samples.first { $0.command == options.name }?.sentences.first
            let question = sample.map { sample in
                configuration.question(
                    for: Command(name: options.name, slots: sample.slots, score: 1, text: sample.sentence))
            }
            return (options.name, options.confirm, question)
        }
    }

    private var pins: String {
        guard !review.pins.isEmpty else { return "" }
        let rows = review.pins.map { pin in
            [pin.line.description, pin.headerPin.map { "pin \($0)" } ?? "      ", pin.purpose]
        }
        let title =
            board == .bare ? "Pins (no known board here, so no pins of its header)" : "Pins of \(board.name)"
        return title + "\n" + table(rows)
    }

    private var samples: String {
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

    /// A part for each kind that there is.
    private var considerationTexts: [String] {
        Consideration.Kind.allCases.map { kind in
            let lines = considerations.filter { $0.kind == kind }.map(\.text)
            let shown = lines.prefix(kind.mostShown)
            let indent = kind.title == nil ? "" : "  "
            let rest =
                lines.count > shown.count
                ? ["\(indent)and \(lines.count - shown.count) more; 'earshot check --json' has all"] : []
            let title = lines.isEmpty ? [] : kind.title.map { [$0] } ?? []
            return (title + shown.map { indent + $0 } + rest).joined(separator: "\n")
        }
    }

    private var verdict: String {
        guard mistakes.isEmpty else { return "\(mistakes.count.counted("mistake")) to correct:" }
        return considerations.isEmpty
            ? "Nothing is wrong."
            : "Nothing is wrong; \(considerations.count.counted("thing")) to consider."
    }

    /// Words in lines that the terminal has room for, of a hundred characters at most.
    private static func wrapped(_ words: [String]) -> String {
        let width = min(100, Terminal.columns)
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append("  " + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
