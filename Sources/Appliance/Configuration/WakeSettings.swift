import Configuration
import Grammar
import Interpretation
import Utterance

/// What wakes the appliance: a phrase, a list of phrases, or each phrase with thresholds of its own, as
/// `earshot tune` finds them; those that are left out are chosen by the phrase's length.
///
/// ```yaml
/// wake: "okay workshop"
/// wake: [ "okay workshop", "computer" ]         # or each: { acceptance: 4 } after a colon, as below
/// wake:
///   okay workshop:
///   computer: { acceptance: 4, trigger: 1e-30 }
/// ```
enum WakeSettings {
    /// Nobody says more to be heard, and for more the search keeps too little sound.
    private static let mostWords = 5

    /// The phrases in the order of the file; what is wrong with them is diagnosed.
    static func read(_ node: Node, _ diagnostics: Diagnostics) -> [WakePhrase] {
        var phrases: [WakePhrase] = []
        func add(_ text: String, at mark: Mark, _ thresholds: Node? = nil) {
            guard let words = words(of: text, at: mark, diagnostics) else { return }
            var phrase = WakePhrase(words.joined(separator: " "))
            guard !phrases.contains(where: { $0.text == phrase.text }) else {
                diagnostics.add("'\(phrase.text)' is there twice; remove one", at: mark)
                return
            }
            if let thresholds { read(thresholds, into: &phrase, diagnostics) }
            phrases.append(phrase)
        }
        if node.items?.isEmpty == true || node.entries?.isEmpty == true {
            diagnostics.add(
                "there is no wake phrase in it; write one (\"okay workshop\" is a good one), or remove 'wake:'",
                at: node.mark)
        }
        switch node.content {
        case .map(let entries):
            for entry in entries { add(entry.key, at: entry.keyMark, entry.value) }
        case .list(let items):
            for item in items {
                if let entries = item.entries {
                    for entry in entries { add(entry.key, at: entry.keyMark, entry.value) }
                } else if let text = phrase(item, diagnostics) {
                    add(text, at: item.mark)
                }
            }
        case .scalar:
            if let text = phrase(node, diagnostics) { add(text, at: node.mark) }
        }
        return phrases
    }

    /// The text of a phrase. Without quotes, `off` is what switches other things off, and was to switch this off.
    private static func phrase(_ node: Node, _ diagnostics: Diagnostics) -> String? {
        if case .scalar(let scalar) = node.content, scalar.style == .plain, Bool(setting: scalar.text) != nil
        {
            diagnostics.add(
                "'\(scalar.text)' is no wake phrase; write one (\"okay workshop\" is a good one), or remove 'wake:'",
                at: node.mark)
            return nil
        }
        return String.read(node, diagnostics)
    }

    /// As dictionaries spell them; nil if there is a diagnostic instead.
    private static func words(of text: String, at mark: Mark, _ diagnostics: Diagnostics) -> [String]? {
        let count = text.split(whereSeparator: \.isWhitespace).count
        do throws(SpokenWord.Objection) {
            if let objection = objection(to: text, wordCount: count) {
                throw SpokenWord.Objection(description: objection)
            }
            return try SpokenWord.words(of: text)
        } catch {
            diagnostics.add(error.description, at: mark)
            return nil
        }
    }

    /// Why a text of so many words is no wake phrase, and what to do; nil if it is one.
    private static func objection(to text: String, wordCount: Int) -> String? {
        if wordCount == 0 { return "a wake phrase has at least one word; \"okay workshop\" is a good one" }
        if let sign = text.first(where: { ",?!:".contains($0) }) {
            return "'\(sign)' in '\(text)' is not said; write only the words"
        }
        if let sign = text.first(where: { "()[]<>|{}/*+".contains($0) }) {
            return
                "'\(sign)' in '\(text)' is not said; a wake phrase has words alone, so write each way to say it as a phrase of its own in a list"
        }
        if wordCount > mostWords {
            return
                "a wake phrase of \(wordCount) words is long to say, and seldom heard; leave \(mostWords) of them at most (\"okay workshop\" is a good one)"
        }
        return nil
    }

    private static func read(_ node: Node, into phrase: inout WakePhrase, _ diagnostics: Diagnostics) {
        let reader = MapReader(node, diagnostics)
        if let acceptance = reader.optional("acceptance", Double.self, in: WakePhrase.acceptances) {
            phrase.acceptance = acceptance
        }
        phrase.trigger = reader.optional("trigger", Double.self, in: 1e-200...1e20)
        reader.finish()
    }
}
