import Configuration
import Evaluation
import Models

extension Wizard {
    /// What is said to each output; where nothing is wired, something to tell programs.
    mutating func askForCommands() throws {
        title(4, "What is said")
        interview.tell(
            "Words in [brackets] may be left out, (a | b) is one or the other, <state> is '\(states.on)' or '\(states.off)', "
                + "and <duration> a time such as \"ten minutes\". Two words and four syllables or more are told best from other speech."
        )
        guard !draft.outputs.isEmpty else {
            try askForPhrase(
                "A phrase that programs are told of", or: "hello hello computer", named: "hello", nil)
            return
        }
        for output in draft.outputs { try askForPhrases(of: output.name) }
        addOpposites()
    }

    /// What means the opposite of a command and is none is heard, too: it would be taken for the command.
    private mutating func addOpposites() {
        let all = missingOpposites
        var areAllAdded = true
        for missing in all {
            let name = freeName("not-\(missing.command)")
            let added = [opposite(of: missing), missing.opposite].compactMap(\.self).first { say in
                var attempt = draft
                attempt.commands.append(.init(name: name, say: say))
                guard let review = try? attempt.review() else { return false }
                return review.ambiguities.isEmpty
                    && !review.missingOpposites.contains { $0.sentence == missing.sentence }
            }
            guard let added else {
                areAllAdded = false
                continue
            }
            draft.commands.append(
                .init(
                    name: name, say: added,
                    reason: "Heard, so that it is not taken for its opposite, and does nothing."))
            interview.tell(
                "  \"\(missing.opposite)\" would be taken for \"\(missing.sentence)\", so it is a command, too, and does nothing."
            )
        }
        if !all.isEmpty, areAllAdded { keep() }
    }

    private var missingOpposites: [ConfigurationReview.MissingOpposite] {
        (try? draft.review())?.missingOpposites ?? []
    }

    /// A command's phrase with the word that turns it round; nil where that stands more than once, as in "turn on the lamp on the desk".
    private func opposite(of missing: ConfigurationReview.MissingOpposite) -> String? {
        guard let say = draft.commands.first(where: { $0.name == missing.command })?.say else { return nil }
        let isAmbiguous = missing.sentence.split(separator: " ").count { $0 == missing.word } > 1
        return isAmbiguous ? nil : say.saying(missing.replacement, for: missing.word)
    }

    private func freeName(_ wanted: String) -> String {
        var name = wanted
        while draft.commands.contains(where: { $0.name == name }) { name += "-2" }
        return name
    }

    private var isEnglish: Bool { draft.language?.locale?.language == "en" }

    private var states: LanguageWords.States { draft.language?.states ?? .init(on: "on", off: "off") }

    /// One phrase that says the state, or one for on and one for off.
    private mutating func askForPhrases(of output: String) throws {
        let noun = output.replacing("-", with: " ")
        let (name, say) = try askForPhrase(
            "Phrase for '\(output)'", or: isEnglish ? "turn <state> the \(noun)" : "\(noun) <state>",
            named: output,
            { say in
                if say.contains("<state>") { return "{ output: \(output), set: <state> }" }
                if say.contains("<duration>") { return "{ output: \(output), on_for: <duration> }" }
                return "{ output: \(output), set: on }"
            })
        guard !say.contains("<state>") else { return }
        let proposal =
            missingOpposites.first { $0.command == name }.flatMap { self.opposite(of: $0) ?? $0.opposite }
            .flatMap { $0.contains("<") ? nil : $0 }
        let usual = isEnglish ? "switch off the \(noun)" : "\(noun) \(states.off)"
        try askForPhrase(
            "  That switches it on. Phrase that switches '\(output)' off", or: proposal ?? usual,
            named: "\(name)-off", mayHaveSlots: false, { _ in "{ output: \(output), set: off }" })
    }

    /// - Parameter step: What follows from the phrase; nil for nothing.
    @discardableResult
    private mutating func askForPhrase(
        _ question: String, or proposal: String, named name: String, mayHaveSlots: Bool = true,
        _ step: ((String) -> String)?
    ) throws -> (name: String, say: String) {
        let name = freeName(name)
        let accepted = try interview.ask(question, or: proposal) { say in
            guard mayHaveSlots || !say.contains("<") else {
                throw BadAnswer("It always does the same, so say it without <…>.")
            }
            var attempt = self
            attempt.draft.commands.append(.init(name: name, say: say, step: step?(say)))
            guard try attempt.accepts() else { throw BadAnswer("Then say it in other words.") }
            return attempt
        }
        self = accepted
        return (name, draft.commands.last?.say ?? "")
    }
}

extension String {
    /// The phrase with another word in a word's place.
    fileprivate func saying(_ other: String, for word: String) -> String {
        var said = ""
        var current = ""
        for character in self + " " {
            if character.isLetter || character == "'" {
                current.append(character)
                continue
            }
            said += current.lowercased() == word ? other : current
            said.append(character)
            current = ""
        }
        return String(said.dropLast())
    }
}
