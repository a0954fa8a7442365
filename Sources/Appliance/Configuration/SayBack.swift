import Grammar
import Interpretation
import Models

/// How a command is said back as a question: text with slots in it, `say_back: "pump on for <duration>?"`.
struct SayBack: Sendable, Hashable {
    private let template: PhraseTemplate

    /// The slots that are named in it.
    var slots: [String] { template.slots }

    init(_ template: String) { self.template = PhraseTemplate(template) }

    /// The question for a command that was said; slots that were left unsaid are left out.
    ///
    /// - Parameter language: What units of time are called; nil is none, and their signs are said.
    func text(for command: Command, in language: LanguageWords?) -> String {
        template.parts.map { part in
            switch part {
            case .text(let text): text
            case .slot(let name): command.slots[name]?.spoken(language?.durations?.spoken) ?? ""
            }
        }.joined().split(separator: " ").joined(separator: " ")
    }

    /// The words that were heard, as a question.
    static func words(of command: Command) -> String { command.text + "?" }
}

extension SlotValue {
    /// The value as a voice says it: "10 minutes", "on", "7".
    fileprivate func spoken(_ units: LanguageWords.Durations.Spoken?) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .duration(let span): span.spoken(units)
        case .list(let values): values.map { $0.spoken(units) }.joined(separator: ", ")
        }
    }
}

extension Duration {
    /// "1 hour 30 minutes", "10 seconds", "1.5 seconds".
    fileprivate func spoken(_ units: LanguageWords.Durations.Spoken?) -> String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        let seconds = milliseconds / 1000
        let rest = milliseconds % 60_000
        let spokenRest = rest % 1000 == 0 ? "\(rest / 1000)" : "\(Double(rest) / 1000)"
        let counts: [(String, [String])] = [
            ("\(seconds / 3600)", units?.hours ?? ["h"]),
            ("\(seconds / 60 % 60)", units?.minutes ?? ["min"]),
            (spokenRest, units?.seconds ?? ["s"]),
        ]
        func text(_ count: String, _ words: [String]) -> String {
            "\(count) \((count == "1" ? words.first : words.last) ?? "")"
        }
        let parts = counts.filter { $0.0 != "0" }.map(text)
        return parts.isEmpty ? text("0", counts[2].1) : parts.joined(separator: " ")
    }
}
