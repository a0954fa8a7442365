import Appliance
import Configuration
import Evaluation
import GPIO
import Models

/// What has been answered so far, and the configuration that it makes.
struct ConfigurationDraft {
    struct Output {
        var name: String
        var line: LineName
        var isActiveLow = false
        var maxOn: Duration?
    }

    struct Command {
        var name: String
        /// A JSGF expansion.
        var say: String
        /// What follows, as `do:` has it; nil for a command that only programs are told of.
        var step: String?
        /// Why it is there, for whoever reads the file; nil where that is plain.
        var reason: String?
    }

    /// What starts an utterance.
    enum Trigger {
        case button(LineName)
        case wake(String)
        case always
    }

    /// What it is going to be called, for the commands in its comments.
    let path: String
    /// The board that it is for.
    var profile = BoardProfile.bare
    /// The language that is spoken; nil where none is installed.
    var language: LanguageWords?
    /// As `capture:` names it; nil is the first card that records.
    var microphone: String?
    var light: LightOptions?
    var outputs: [Output] = []
    var commands: [Command] = []
    var trigger = Trigger.always

    init(path: String) { self.path = path }

    /// What a line is for already; nil if it is free.
    func purpose(of line: LineName) -> String? {
        func isSame(_ other: LineName) -> Bool {
            profile.canonicalName(of: other) == profile.canonicalName(of: line)
        }
        if let light, isSame(light.line) { return "the recording light" }
        if case .button(let talk) = trigger, isSame(talk) { return "the talk button" }
        return outputs.first { isSame($0.line) }.map { "'\($0.name)'" }
    }

    /// Judges it as `earshot check` judges the file that it becomes.
    ///
    /// - Throws: `BadAnswer` with what is wrong in it.
    func review() throws -> ConfigurationReview {
        let review: ConfigurationReview
        do {
            // An answer may misspell <state>, which then is to be named among the rules.
            review = try ConfigurationReview(Document(text: text(hasStates: true), name: path))
        } catch ApplianceError.configuration(let diagnostics) {
            throw BadAnswer(diagnostics.map { $0.text }.joined(separator: "\n"))
        }
        // The person has not seen the lines of the file that a place would name.
        let problems = review.diagnostics.map { problem in
            problem.hasPrefix(path + ":")
                ? problem.split(separator: " ", maxSplits: 1).last.map(String.init) ?? problem : problem
        }
        guard problems.isEmpty else { throw BadAnswer(problems.joined(separator: "\n")) }
        return review
    }
}
