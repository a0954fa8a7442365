import Interpretation

/// Something in a configuration that is understood, and may yet not be meant.
struct Consideration: Encodable {
    /// The raw values stand in JSON.
    enum Kind: String, Encodable, CaseIterable {
        case locale
        case guess
        case unusedPronunciation = "unused-pronunciation"
        case unusedRule = "unused-rule"
        case unusedOutput = "unused-output"
        case wake
        case neverBelieved = "never-believed"
        case alwaysBelieved = "always-believed"
        case shortPhrase = "short-phrase"
        case soundAlike = "sound-alike"
        case missingOpposite = "missing-opposite"
        case ambiguity
        case uncompared
        case refusedTime = "refused-time"
        case impossibleTime = "impossible-time"
        case vainStep = "vain-step"
        case pause
        case cancelAfter = "cancel-after"
        case question
        case device
        case pin
        case permission
        case sink
        case place
    }

    let kind: Kind
    /// One line; a whole sentence where the kind has no title.
    let text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

extension Consideration.Kind {
    /// What stands above the lines of this kind, and what to do about them; nil where each line says that itself.
    var title: String? {
        switch self {
        case .guess: "Guessed pronunciations; listen to them, or write your own under 'pronunciations:'"
        case .shortPhrase:
            "Short: heard in other speech, or refused unless said clearly; "
                + "two words and nine sounds, about four syllables, are safer"
        case .soundAlike:
            "Sound alike and mean different things, the nearest first; noise turns one into the other"
        case .missingOpposite:
            "Easily done where the opposite is said, which is no command; make one of it, without 'do:' if nothing is to come of it"
        case .ambiguity: "Mean two commands; the likelier one is done"
        case .uncompared:
            "Too large to be compared, so a sentence may mean both; give one fewer ways to be said"
        case .refusedTime: "Times that may be said and are refused, with a warning"
        case .impossibleTime: "Refused when they are said, since an output's limits never allow the time"
        case .vainStep: "Steps that come to nothing, since the steps before or after leave no room for them"
        case .neverBelieved:
            "Never done: nothing is ever as likely as their 'trust' asks, \(CommandProbability.range.upperBound) at most; "
                + "write 'strict', or less"
        case .alwaysBelieved:
            "Done at any sound, a cough or another's talk: nothing is so unlikely that their 'trust' refuses it, "
                + "\(CommandProbability.range.lowerBound) at least; write 'loose', or more"
        case .locale, .unusedPronunciation, .unusedRule, .unusedOutput, .wake, .pause, .cancelAfter,
            .question, .device,
            .pin,
            .permission, .sink, .place:
            nil
        }
    }

    /// How many lines of this kind a person wants to see at once.
    var mostShown: Int { self == .soundAlike ? 12 : 40 }
}
