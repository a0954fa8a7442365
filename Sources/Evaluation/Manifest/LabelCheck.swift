import Appliance
import Configuration
import Grammar
import Utterance

/// Finds labels that no recording can come to with a configuration, most of them misspelt: they would count as mistakes
/// of the recognizer.
///
/// ```swift
/// LabelCheck(configuration).mistake(in: .command("lmap", slots: [:]))
/// // the configuration has no command 'lmap'; did you mean 'lamp'?
/// ```
struct LabelCheck {
    /// By command; nil for dictation.
    private let slots: [String: [String: Grammar.Slot]]?
    private let commands: [String]
    private let phrases: [String]

    init(_ configuration: ApplianceConfiguration) {
        let grammar = configuration.grammar
        commands = grammar?.commands ?? []
        slots = grammar.map { grammar in
            Dictionary(uniqueKeysWithValues: grammar.commands.map { ($0, grammar.slots(of: $0)) })
        }
        phrases = configuration.wake.map(\.text)
    }

    /// Why the label cannot come true, and what was probably meant; nil if it can, or if that is not certain.
    func mistake(in label: Manifest.Label) -> String? {
        switch label {
        case .nothing, .text: nil
        case .wake(let phrase): mistake(inPhrase: phrase, isNeeded: false)
        case .command(let name, let slots, let phrase):
            mistake(inCommand: name, slots) ?? phrase.flatMap { mistake(inPhrase: $0, isNeeded: true) }
        }
    }

    private func mistake(inCommand name: String, _ labelled: [String: String]) -> String? {
        guard let slots else {
            return "the configuration takes dictation and has no commands; label what is said as \"text\""
        }
        guard let known = slots[name] else {
            return "the configuration has no command '\(name)'" + suggestion(for: name, among: commands)
        }
        for (slot, value) in labelled.sorted(by: { $0.key < $1.key }) {
            guard let values = known[slot] else {
                return "the command '\(name)' has no slot '\(slot)'"
                    + suggestion(for: slot, among: known.keys.sorted())
            }
            if let mistake = values.mistake(in: value) { return "the slot '\(slot)' \(mistake)" }
        }
        return nil
    }

    /// A phrase of others is other speech, and nothing must come of it, unless it is one letter off from an own one.
    ///
    /// - Parameter isNeeded: Nothing can follow a phrase that is not heard.
    private func mistake(inPhrase phrase: String, isNeeded: Bool) -> String? {
        guard !phrases.isEmpty, !phrases.contains(phrase),
            isNeeded || phrases.contains(where: { editDistance(phrase, $0) == 1 })
        else { return nil }
        return "the configuration has no wake phrase '\(phrase)'" + suggestion(for: phrase, among: phrases)
    }
}

extension Grammar.Slot {
    /// Why it cannot have the value, as it is printed; nil if it can, or if that is not certain.
    fileprivate func mistake(in value: String) -> String? {
        switch values {
        case .finite(let all) where !isRepeated:
            let known = all.map(\.description)
            return known.contains(value)
                ? nil : "is never '\(value)'" + suggestion(for: value, among: known)
        case .number(let range) where !isRepeated:
            return Int(value).map(range.contains) ?? false
                ? nil : "is a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'"
        case .duration where !isRepeated:
            return Int(value) != nil || Duration(setting: value) != nil
                ? nil : "is a time such as 90s or 10m, not '\(value)'"
        case .finite, .number, .duration, .open: return nil
        }
    }
}
