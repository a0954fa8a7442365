import Configuration
import Grammar
import Interpretation

/// What a set of recordings came to.
///
/// Exact scoring: a command is right when its name and every labelled slot are, and no other slot that is labelled
/// anywhere in the manifest was invented. What the command cannot be said without is no invention, and need not be labelled.
/// `rightIgnoringExtraSlots` forgives invented slots, as the published speech-to-intent tables do.
///
/// ```swift
/// let score = try evaluator.run(until: StopSignal())
/// print(Proportion(score.right, of: score.clips).share, score.falseAcceptRate.perHour)
/// ```
package struct Score: Sendable {
    /// How many recordings were played: the sum of `right`, `wrong`, `rejected` and `falseAccepts`.
    package internal(set) var clips = 0
    /// Recordings that came to what their label says: the command with its slots, none where none was said, or every word
    /// that was dictated.
    package internal(set) var right = 0
    /// Those, and the commands of `wrong` that differ only by slots that were not said.
    package internal(set) var rightIgnoringExtraSlots = 0
    /// A command was done, and it was another one than said, or with other slots, or several were; or other words were
    /// written down than dictated.
    package internal(set) var wrong = 0
    /// A command was said and nothing was done, words were dictated and none written down, or a configured wake phrase was
    /// said and not heard.
    package internal(set) var rejected = 0
    /// Recordings without a command in which some was done, or of dictation, without words of which some were written down.
    package internal(set) var falseAccepts = 0
    /// Commands that were done in those, or texts that were written down, several perhaps in a long one.
    var falseCommands = 0
    /// Of those, commands for which the appliance would have waited for a yes.
    package internal(set) var falseQuestions = 0
    /// Length of all recordings.
    package internal(set) var audio: Duration = .zero
    /// Recordings in which no command was said, or of dictation, no words.
    package internal(set) var negatives = 0
    /// Length of those.
    var negativeAudio: Duration = .zero
    /// Of the recordings that are labelled with their words, where these were to be heard: dictated, or a command's with no
    /// wake phrase to wait for.
    package internal(set) var words = WordErrorRate()
    /// Length of the sound that decoders searched.
    var decoded: Duration = .zero
    /// Processor time that they took for it.
    var decodeTime: Duration = .zero
    /// One for each command that did something, in the order of the manifest; none of ``untimedResponses``.
    package internal(set) var responses: [Response] = []
    /// Responses whose time is not known, since their recording's end decided the command.
    package internal(set) var untimedResponses = 0
    /// How wake phrases were heard; nil when none are configured.
    package internal(set) var wake: WakeCounts?

    /// How often a command was done where none was said, or text written down, an hour of the recordings that are labelled with none.
    package var falseAcceptRate: EventRate { EventRate(falseCommands, in: negativeAudio) }

    /// Processor seconds of the decoders for each second of sound that they searched.
    package var realTimeFactor: Double { decoded > .zero ? decodeTime / decoded : 0 }

    /// Processor seconds of the decoders for each second of the recordings: less, since silence is not searched.
    package var load: Double { audio > .zero ? decodeTime / audio : 0 }

    /// Of how many responses the beginning is known from a forced alignment.
    package var alignedResponses: Int { responses.count { $0.reference == .alignment } }

    /// From the end of the last word to the output, in the slowest of the fastest `percentile` hundredths of commands;
    /// nil without commands. Nearest rank, 50 is the median.
    package func response(percentile: Int) -> Duration? {
        precondition((1...100).contains(percentile))
        guard !responses.isEmpty else { return nil }
        let rank = (responses.count * percentile + 99) / 100
        return responses.map(\.time).sorted()[rank - 1]
    }
}

extension Score {
    /// How one recording went; the raw values stand in reports and JSON.
    package enum Verdict: String, Sendable, Hashable {
        /// It came to what its label says.
        case right
        /// The command that was said, with a slot that was not.
        case rightButForExtraSlots = "extra-slots"
        /// Another command than was said, other slots, or more than one command; other words than were dictated.
        case wrong
        /// Nothing was done where a command was said, or written down where words were; or a wake phrase was not heard.
        case rejected
        /// A command was done where none was said, or text written down.
        case falseAccept = "false-accept"
    }

    /// Whether `value` is what `label` says: the same as printed; a time as configurations have it, too, and seconds without their
    /// unit; a number with noughts before it, too.
    static func says(_ label: String, _ value: SlotValue?) -> Bool {
        guard let value else { return false }
        return switch value {
        case .number(let number): Int(label) == number
        case .duration(let span): (Duration(setting: label) ?? Duration(setting: label + "s")) == span
        case .text, .list: label == "\(value)"
        }
    }

    /// Judges what was written down against what was dictated.
    static func verdict(_ texts: [String], dictated: [String]) -> Verdict {
        let heard = WordErrorRate.words(of: texts)
        if heard == WordErrorRate.words(of: dictated) { return .right }
        if dictated.isEmpty { return .falseAccept }
        return heard.isEmpty ? .rejected : .wrong
    }

    /// Judges what was done against what was said.
    ///
    /// - Parameter scoredSlots: By command, the slots that count beside the label's own.
    static func verdict(
        _ done: [Command], label: Manifest.Label, scoredSlots: [String: Set<String>]
    ) -> Verdict {
        switch label {
        case .nothing, .text, .wake:
            return done.isEmpty ? .right : .falseAccept
        case .command(let name, let slots, _):
            guard let command = done.first else { return .rejected }
            guard done.count == 1, command.name == name else { return .wrong }
            let scored = scoredSlots[name, default: []].union(slots.keys)
            let found = command.slots.filter { scored.contains($0.key) }
            guard slots.allSatisfy({ says($1, found[$0]) }) else { return .wrong }
            return found.count == slots.count ? .right : .rightButForExtraSlots
        }
    }
}
