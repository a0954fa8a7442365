import Appliance
import Interpretation
import Platform
import Utterance

/// Events of the appliance as lines that a person can read: when, what, and with what.
///
/// It knows nothing but the events it is given.
enum Timeline {
    /// The line for `event`; nil for one that a person does not need to see.
    ///
    /// - Parameter showsWords: Whether what was heard may stand in it. Names that the configuration gives always may.
    static func line(for event: ApplianceEvent, showsWords: Bool = true) -> String? {
        let time = event.time.timelineText
        func row(_ mark: String, _ text: String) -> String { "\(time)  \(mark)  \(text)" }

        switch event.kind {
        case .availability(true, let source, _):
            return "\n" + row("♪", source)
        case .availability(false, let source, let reason):
            return row("✗", "\(source) cannot be heard: \(reason)")
        case .state:
            return nil
        case .led(let name, let on):
            return row(on ? "●" : "○", "\(name) light \(on ? "on" : "off")")
        case .wake(let phrase, let score):
            return row("!", "wake: \(phrase)  (score \(score.shortText))")
        case .button(let name, let pressed):
            return row(pressed ? "▼" : "▲", "\(name) button \(pressed ? "pressed" : "released")")
        case .partial where !showsWords, .final where !showsWords:
            return nil
        case .partial(let text):
            return row("…", text)
        case .final(let transcript):
            return transcript.text.isEmpty ? nil : row("»", "\"\(transcript.text)\"")
        case .command(let command):
            let slots =
                !showsWords
                ? "" : command.slots.sorted { $0.key < $1.key }.map { "  \($0.key) = \($0.value)" }.joined()
            return row("✓", "\(command.name)\(slots)  (score \(command.score.shortText))")
        case .rejected(let rejection):
            let nearest = rejection.nearest.map { ", nearest \($0)" } ?? ""
            let weighed = rejection.weighed.map { ": \($0.complaint)" } ?? ""
            return row(
                "✗",
                "refused: \(rejection.reason.explanation)\(nearest)\(weighed)  (score \(rejection.score.shortText))"
            )
        case .confirm(let command, .asked, let question) where showsWords:
            return row("?", "\(command): \"\(question)\"")
        case .confirm(let command, let outcome, _):
            return row(outcome.mark, "\(command): \(outcome.rawValue)")
        case .output(let name, let on, let reason):
            return row(on ? "■" : "□", "\(name) \(on ? "on" : "off")  (\(reason))")
        case .gap(let duration, let reason, let isExact):
            return row(
                "!", "\(isExact ? "" : "about ")\(duration.seconds.shortText) s of sound missing: \(reason)")
        case .limit(let remaining):
            return row("!", "\(remaining.seconds.shortText) s left to speak")
        case .warning(let message):
            return row("!", message)
        case .end:
            return nil
        }
    }
}

extension Timeline {
    /// The line for a place that sounded like one of `phrases` and was not believed.
    static func line(forNearMiss detection: WakeDetection, among phrases: [WakePhrase]) -> String {
        let time = Duration.frames(detection.end, at: 16_000).timelineText
        let needed = phrases.first { $0.text == detection.phrase }?.acceptance.shortText ?? "more"
        return "\(time)  ~  nearly \(detection.phrase)  (score \(detection.score.shortText), \(needed) wakes)"
    }
}

extension Timeline {
    /// What was done in green, what was refused and lights that are on in red, what to look at in yellow; times step back.
    static let colored = Terminal.Style { line in
        // A line is a time or nothing in eight columns, a mark, and what happened.
        let characters = Array(line)
        guard let place = characters.firstIndex(where: { colors[$0] != nil }), place < 14,
            let color = colors[characters[place]],
            characters[..<place].allSatisfy({ " .0123456789\n".contains($0) })
        else { return line }
        return
            "\u{1B}[2m\(String(characters[..<place]))\u{1B}[0m\u{1B}[\(color)m\(String(characters[place...]))\u{1B}[0m"
    }

    /// By mark, as ECMA-48 numbers colours.
    private static let colors: [Character: Int] = [
        "✓": 32, "■": 32, "✗": 31, "●": 31, "!": 33, "?": 36, "~": 33, "…": 2,
    ]
}

extension ApplianceEvent.Summary {
    /// The run in four lines.
    var text: String {
        let response =
            medianResponse.map { "\(($0.seconds * 1000).rounded().shortText) ms (median)" }
            ?? "no command was given"
        return """
            sound heard                \(audio.seconds.shortText) s, \(decoded.seconds.shortText) s of it in \(utterances) utterance\(utterances == 1 ? "" : "s")
            commands, refusals         \(commands), \(rejections)
            decode time                \(decodeTime.seconds.shortText) s (real-time factor \(realTimeFactor.shortText))
            end of speech to pin       \(response)
            """
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
        case .phoneRate: "said too fast or too slowly"
        case .signalToNoise: "too much noise"
        }
    }
}

extension Rejection.Reason {
    /// The reason in words.
    var explanation: String {
        switch self {
        case .noWords: "no words"
        case .incomplete: "not a whole command"
        case .unlikely: "does not sound like a command"
        case .squeezed: "its number was too short to have been said"
        case .background: "much quieter than the command before it"
        case .continues: "came too late: the command before it was done without these words"
        case .unconfirmed: "not confirmed"
        case .failed: "the recognizer failed"
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

extension Double {
    /// Three significant places at most, without needless zeros.
    var shortText: String {
        let scale = abs(self) >= 100 ? 1.0 : abs(self) >= 10 ? 10 : abs(self) >= 1 ? 100 : 1000
        let value = (self * scale).rounded() / scale
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
