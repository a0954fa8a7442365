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
    private let grammar: Grammar?
    /// Every word that is listened for; nil for dictation.
    private let words: Set<String>?
    /// Whether an engine writes down what is dictated, in digits perhaps.
    private let writesDigits: Bool

    init(_ configuration: ApplianceConfiguration) {
        let grammar = configuration.grammar
        self.grammar = grammar
        commands = grammar?.commands ?? []
        slots = grammar.map { grammar in
            Dictionary(uniqueKeysWithValues: grammar.commands.map { ($0, grammar.slots(of: $0)) })
        }
        phrases = configuration.wake.map(\.text)
        words = grammar == nil ? nil : configuration.words
        writesDigits = configuration.dictation.engine != nil
    }

    /// Why the label cannot come true, and what was probably meant; nil if it can, or if that is not certain.
    func mistake(in label: Manifest.Label) -> String? {
        switch label {
        case .nothing: nil
        case .text(let said): mistake(inText: said)
        case .wake(let phrase): mistake(inPhrase: phrase, isNeeded: false)
        case .command(let name, let slots, let phrase):
            mistake(inCommand: name, slots) ?? phrase.flatMap { mistake(inPhrase: $0, isNeeded: true) }
        }
    }

    /// A number that a text has in digits, and that is heard in words.
    private func mistake(inText said: [String]) -> String? {
        guard let words else { return writesDigits ? nil : mistake(inNumbersOf: said) }
        // With words that no command has it is other speech, of which nothing is to come, however it is written.
        let others = said.filter { !words.contains($0) }
        return others.allSatisfy { $0.contains(where: \.isNumber) } ? mistake(inNumbersOf: others) : nil
    }

    /// The same of words that are compared with what is heard.
    func mistake(inNumbersOf said: [String]) -> String? {
        let number = said.first { word in
            if let words { return !words.contains(word) && word.contains(where: \.isNumber) }
            // A site's own vocabulary may have a word such as "12.11.26".
            return Manifest.isWrittenNumber(word) && word.count { $0 == "." } < 2
        }
        return number.map { "write '\($0)' in words, as it was said" }
    }

    /// Why the words beside a command cannot be those of its recording; nil if they can.
    func mistake(in said: [String], besides label: Manifest.Label) -> String? {
        guard let grammar, let name = label.commandName else { return nil }
        if let number = mistake(inNumbersOf: said) { return number }
        let phrase = label.wakePhrase?.split(separator: " ").map(String.init) ?? []
        let words = said.starts(with: phrase) ? Array(said.dropFirst(phrase.count)) : said
        let spoken = grammar.parse(words).map(\.command)
        guard let likeliest = spoken.first, !spoken.contains(name) else { return nil }
        return "the text is the command '\(likeliest)', and the label '\(name)'; correct one of them"
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
        case .duration(let range) where !isRepeated:
            // Seconds may be without their unit.
            guard let span = Duration(setting: value) ?? Duration(setting: value + "s") else {
                return "is a time such as 90s or 10m, not '\(value)'"
            }
            return range.contains(span)
                ? nil
                : "is a time from \(range.lowerBound.setting) to \(range.upperBound.setting), not '\(value)'"
        case .finite, .number, .duration, .open: return nil
        }
    }
}
