import Appliance
import Console
import Evaluation
import EventSocket

/// `earshot check`: what is wrong with a configuration, or risky, before anybody speaks to it.
enum CheckCommand: ToolCommand {
    static let name = "check"
    static let summary = "read a configuration critically: words, pins, phrases that sound alike"
    static let help = """
        earshot check [--config] CONFIG [--json]
        earshot check --wake PHRASE [--json]

        Reads the configuration and the model, and tells

          - what is wrong, each with its line and column
          - which words are listened for, wake phrases with how they are said and their thresholds, which commands ask
            for a yes and how, what is wired to which pin, and some sentences that can be said, with their slots
          - what may not be meant: guessed pronunciations, phrases that are too short to be told from other speech, what
            sounds alike, sentences that mean two commands, rules that nothing uses, devices that are not there, files that
            the service cannot reach, times that an output's limits never allow; the choice is yours

        Of a wake phrase it tells, too, how often to expect that it is missed, and heard where nobody says it, and which
        longer ones are better; that is from what was measured of others, and how far they lie apart stands beside it.

          --wake PHRASE       a wake phrase alone, before there is a configuration
          --json              all of it as one object, for programs

        No microphone is listened to and no pin moves.
        Status: 0 nothing is wrong, 69 no language is installed, 78 something is wrong.
        """

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--json"], options: ["--config", "--wake"])
        let phrase = arguments.value("--wake")
        guard phrase == nil || (arguments.positionals.isEmpty && arguments.value("--config") == nil) else {
            throw UsageError("--wake PHRASE needs no configuration; leave one of them out")
        }
        let path = try phrase == nil ? arguments.configuration() : "--wake"
        let writesJSON = arguments.has("--json")
        let progress = Progress(path)
        let review: ConfigurationReview
        do {
            if let phrase {
                review = try ConfigurationReview(wakePhrase: phrase)
            } else {
                review = try ConfigurationReview(path: path) { progress.show($0) }
            }
        } catch {
            let mistakes = phrase == nil ? error.mistakes : error.typedMistakes(in: path)
            if writesJSON {
                Terminal.print(jsonLine(UnreadableConfiguration(file: path, mistakes: mistakes)))
            }
            guard phrase != nil else { throw error }
            for mistake in mistakes { Terminal.report(mistake, bare: true) }
            return ExitStatus(error)
        }
        progress.clear()
        let report = CheckReport(review)
        Terminal.print(writesJSON ? jsonLine(report) : report.text)
        for mistake in report.mistakes { Terminal.report(mistake, bare: true) }
        if review.lacksLanguage { return .unavailable }
        return report.mistakes.isEmpty ? .success : .configuration
    }
}

/// A configuration that says too little to be reviewed, for readers of JSON.
private struct UnreadableConfiguration: Encodable {
    let file: String
    let mistakes: [String]
}

extension ApplianceError {
    fileprivate var mistakes: [String] {
        if case .configuration(let diagnostics) = self { diagnostics.map(\.description) } else { ["\(self)"] }
    }

    /// Those in what was typed, which are on no line of a file.
    fileprivate func typedMistakes(in name: String) -> [String] {
        guard case .configuration(let diagnostics) = self else { return mistakes }
        return diagnostics.map { "\(name): \($0.text)" }
    }
}
