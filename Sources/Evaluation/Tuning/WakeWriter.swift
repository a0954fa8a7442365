import Appliance
import Configuration
import Grammar
import Utterance

/// Sets the thresholds of wake phrases in the text of a configuration file and leaves everything else as it stands.
///
///     try WakeWriter.write([WakePhrase("computer", acceptance: 4)], to: "site.yaml")
package enum WakeWriter {
    /// Rewrites the file at `path`, all of it or nothing.
    ///
    /// - Parameters:
    ///   - phrases: Those to set; a trigger of nil is left as it is.
    ///   - path: A configuration file that has all of them; a link is followed.
    /// - Throws: `EvaluationError.unwritable`, when the file cannot be replaced, or is written in a way that is not
    ///   understood here; the message says what to do by hand.
    package static func write(_ phrases: [WakePhrase], to path: String) throws(EvaluationError) {
        guard !phrases.isEmpty else { return }
        try ConfigurationFile.rewrite(path, refusal: byHand(phrases, path)) { text throws(EvaluationError) in
            try edit(text, name: path, phrases)
        } isMeant: { before, after in
            // A phrase that shares an anchor with one of these would change with it.
            after.wake
                == before.wake.map { phrase in
                    guard var wanted = phrases.first(where: { $0.text == phrase.text }) else { return phrase }
                    wanted.trigger = wanted.trigger ?? phrase.trigger
                    return wanted
                }
        }
    }

    /// The text with each phrase's thresholds set.
    static func edit(
        _ text: String, name: String, _ phrases: [WakePhrase]
    ) throws(EvaluationError) -> String {
        guard let node = try ConfigurationFile.document(text, name: name).root["wake"],
            phrases.allSatisfy({ node.names($0) })
        else { throw byHand(phrases, name) }
        var lines = SettingsText(text)
        let isDone: Bool
        switch node.content {
        case .scalar: isDone = set(phrases, at: node, isWhole: true, in: &lines)
        case .list(let items):
            isDone = items.reversed().allSatisfy { item in
                item.entries.map { set(phrases, in: $0, &lines) }
                    ?? set(phrases, at: item, isWhole: false, in: &lines)
            }
        case .map(let entries): isDone = set(phrases, in: entries, &lines)
        }
        guard isDone else { throw byHand(phrases, name) }
        return lines.text
    }

    /// A phrase that stands alone becomes a key with its thresholds.
    private static func set(
        _ phrases: [WakePhrase], at node: Node, isWhole: Bool, in lines: inout SettingsText
    ) -> Bool {
        guard let text = node.text, let phrase = phrases.first(where: { $0.isSaid(by: text) }) else {
            return true
        }
        let setting = ": \(phrase.setting)"
        return isWhole
            ? lines.surround(node, before: "{ ", after: setting + " }")
            : lines.surround(node, after: setting)
    }

    /// From the end, so that places before an edit stay true.
    private static func set(
        _ phrases: [WakePhrase], in entries: [Node.Entry], _ lines: inout SettingsText
    ) -> Bool {
        entries.reversed().allSatisfy { entry in
            guard let phrase = phrases.first(where: { $0.isSaid(by: entry.key) }) else { return true }
            guard let keys = entry.value.entries, let first = keys.first else {
                return entry.value.text == "" && entry.value.isNull
                    ? lines.setValue(ofKey: entry.key, at: entry.keyMark, to: phrase.setting)
                    : lines.replace(at: entry.value, with: phrase.setting)
            }
            let missing = phrase.thresholds.filter { threshold in
                !keys.contains { $0.key == threshold.key }
            }
            let isReplaced = keys.reversed().allSatisfy { key in
                guard let threshold = phrase.thresholds.first(where: { $0.key == key.key }) else {
                    return true
                }
                return lines.replace(at: key.value, with: threshold.value)
            }
            for threshold in missing {
                lines.insert("\(threshold.key): \(threshold.value)", at: first.keyMark, of: entry.value)
            }
            return isReplaced
        }
    }

    private static func byHand(_ phrases: [WakePhrase], _ path: String) -> EvaluationError {
        let lines = phrases.map { "    \($0.text): \($0.setting)" }
        return .unwritable(
            reason: "\(path) is written in a way that is left alone here; set by hand\n  wake:\n"
                + lines.joined(separator: "\n"))
    }
}

extension Node {
    /// Whether this value of `wake:` has `phrase`, in whichever form.
    fileprivate func names(_ phrase: WakePhrase) -> Bool {
        switch content {
        case .scalar: text.map(phrase.isSaid) ?? false
        case .list(let items): items.contains { $0.names(phrase) }
        case .map(let entries): entries.contains { phrase.isSaid(by: $0.key) }
        }
    }
}

extension WakePhrase {
    /// How a configuration says its thresholds: `{ acceptance: 3.5, trigger: 1e-26 }`.
    package var setting: String {
        "{ " + thresholds.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
    }

    fileprivate var thresholds: [(key: String, value: String)] {
        [("acceptance", acceptance.setting)] + (trigger.map { [("trigger", "\($0)")] } ?? [])
    }

    /// Whether a configuration's text is this phrase.
    fileprivate func isSaid(by text: String) -> Bool {
        self.text == Self.text(of: text)
    }

    /// A phrase's ``text``, of the same words as somebody wrote them.
    static func text(of words: String) -> String {
        // What is no phrase is none of the configuration's, however it is spelt.
        let spelled =
            (try? SpokenWord.words(of: words))
            ?? words.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        return spelled.joined(separator: " ")
    }
}
