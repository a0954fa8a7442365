import Decoding
import Interpretation
import Platform
import Utterance

/// Events of the appliance as lines that a person can read: when, what, and with what.
///
/// It knows nothing but the events it is given.
package enum Timeline {
    /// The line for `event`; nil for one that a person does not need to see.
    ///
    /// - Parameter showsWords: Whether what was heard may stand in it. Names that the configuration gives always may.
    package static func line(for event: ApplianceEvent, showsWords: Bool = true) -> String? {
        if case .state = event.kind { return nil }
        guard let entry = entry(for: event.kind, showsWords: showsWords) else { return nil }
        let line = line(entry.mark, entry.text, at: event.time)
        // Each source begins a paragraph.
        return if case .availability(true, _, _) = event.kind { "\n" + line } else { line }
    }

    /// A line of when, what, and with what.
    package static func line(_ mark: String, _ text: String, at time: Duration) -> String {
        "\(time.timelineText)  \(mark)  \(text)"
    }

    /// The event as a mark and a text; nil for one that nobody needs to see.
    static func entry(
        for kind: ApplianceEvent.Kind, showsWords: Bool
    ) -> (mark: String, text: String)? {
        switch kind {
        case .availability(true, let source, _):
            return ("♪", source)
        case .availability(false, let source, let reason):
            return ("✗", "\(source) cannot be heard: \(reason)")
        case .state(let state):
            return ("·", state.rawValue)
        case .led(let name, let on, "on"), .led(let name, let on, "off"):
            return (on ? "●" : "○", "\(name) light \(on ? "on" : "off")")
        case .led(let name, _, let pattern):
            return ("◐", "\(name) light: \(pattern)")
        case .wake(let phrase, let score):
            return ("!", "wake: \(phrase)  (score \(score.shortText))")
        case .button(let name, let pressed):
            return (pressed ? "▼" : "▲", "\(name) button \(pressed ? "pressed" : "released")")
        case .partial where !showsWords, .final where !showsWords, .retracted where !showsWords:
            return nil
        case .partial(let text):
            return ("…", text)
        case .final(let transcript):
            return transcript.text.isEmpty ? nil : ("»", "\"\(transcript.text.withVisibleBreaks)\"")
        case .retracted(let text):
            return ("«", "taken back: \"\(text.withVisibleBreaks)\"")
        case .command(let command):
            return ("✓", text(of: command, showsWords: showsWords))
        case .rejected(let rejection):
            return ("✗", text(of: rejection, showsWords: showsWords))
        case .confirm(let command, .asked, let question) where showsWords:
            return ("?", "\(command): \"\(question)\"")
        case .confirm(let command, let outcome, _):
            return (outcome.mark, "\(command): \(outcome.rawValue)")
        case .output(let name, let on, let reason):
            return (on ? "■" : "□", "\(name) \(on ? "on" : "off")  (\(reason))")
        case .gap(let duration, let reason, let isExact):
            return (
                "!", "\(isExact ? "" : "about ")\(duration.seconds.shortText) s of sound missing: \(reason)"
            )
        case .limit(let remaining):
            return ("!", "\(remaining.seconds.shortText) s left to speak")
        case .warning(let message):
            return ("!", message)
        case .reload(nil):
            return ("·", "the configuration was reloaded")
        case .reload(let problem?):
            return ("!", "the configuration was not reloaded, and is as before: \(problem)")
        case .end:
            return nil
        }
    }

    private static func text(of command: Command, showsWords: Bool) -> String {
        let slots =
            !showsWords
            ? "" : command.slots.sorted { $0.key < $1.key }.map { "  \($0.key) = \($0.value)" }.joined()
        return "\(command.name)\(slots)  (score \(command.score.shortText))"
    }

    private static func text(of rejection: Rejection, showsWords: Bool) -> String {
        let nearest = rejection.nearest.map { ", nearest \($0)" } ?? ""
        let weighed = rejection.weighed.map { ": \($0.complaint)" } ?? ""
        var outOfRange = rejection.outOfRange
        if !showsWords { outOfRange?.said = nil }
        let range = outOfRange.map { ": \($0)" } ?? ""
        // Nothing else has told these words.
        let withheld =
            showsWords && rejection.reason == .noSpeech ? ": \"\(rejection.text.withVisibleBreaks)\"" : ""
        let reason = "\(rejection.reason.explanation)\(withheld)\(nearest)\(weighed)\(range)"
        return "refused: \(reason)  (score \(rejection.score.shortText))"
    }
}

extension Timeline {
    /// The line for a place that sounded like one of `phrases` and was not believed.
    package static func line(forNearMiss detection: WakeDetection, among phrases: [WakePhrase]) -> String {
        let time = Duration.frames(detection.end, at: Appliance.sampleRate).timelineText
        let needed = phrases.first { $0.text == detection.phrase }?.acceptance.shortText ?? "more"
        return "\(time)  ~  nearly \(detection.phrase)  (score \(detection.score.shortText), \(needed) wakes)"
    }
}

extension String {
    /// On one line.
    fileprivate var withVisibleBreaks: String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ⏎ ")
    }
}

extension ApplianceEvent.ConfirmOutcome {
    fileprivate var mark: String {
        switch self {
        case .asked: "?"
        case .yes: "✓"
        case .no, .timedOut, .withdrawn: "✗"
        }
    }
}

extension CommandProbability.Measure {
    /// What is wrong where this spoke most against a command, for people.
    fileprivate var complaint: String {
        switch self {
        case .wordMean, .sentenceMean: "the sound does not fit the words"
        case .worstWindow: "a part of the sound fits no word"
        case .worstWords: "two words do not fit"
        case .lengthSpread: "some words are too long or too short"
        case .worstOutside: "something else was said before or after it"
        case .phones, .words: "too short to be sure"
        case .phoneRate: "said at the pace of ordinary talk"
        case .signalToNoise: "too much noise"
        case .clarity: "not clearly speech"
        }
    }
}

extension Duration {
    /// Seconds with two decimals in eight columns.
    fileprivate var timelineText: String {
        let hundredths = Int((seconds * 100).rounded())
        let fraction = hundredths % 100
        let text = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
}
